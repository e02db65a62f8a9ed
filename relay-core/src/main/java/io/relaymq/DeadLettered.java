package io.relaymq;

/**
 * A delivery that a handler of this process had has become a dead letter.
 *
 * @param broadcast the broadcast's name
 * @param subscription the subscription's name
 * @param messageId the message's id
 * @param subject the message's subject
 * @param attempts attempts made
 * @param failure what the last one threw
 */
public record DeadLettered(
        String broadcast, String subscription, String messageId, String subject, int attempts, Throwable failure) {}
