package io.relaymq;

/**
 * This process has found deliveries that nobody worked on any more: their consumer died, or an answer to it was lost. At least
 * one of the numbers is not 0.
 *
 * @param broadcast the broadcast's name
 * @param subscription the subscription's name
 * @param dueAgain how many are delivered again
 * @param stalls how many of all had been started by a consumer that died: a stall was counted for each
 * @param deadLettered how many had stalled too often and are dead letters
 */
public record DeliveriesStalled(String broadcast, String subscription, int dueAgain, int stalls, int deadLettered) {}
