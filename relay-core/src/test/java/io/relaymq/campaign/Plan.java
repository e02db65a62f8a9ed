package io.relaymq.campaign;

/**
 * How much of it.
 *
 * @param seconds how long the load lasts, the fault included
 * @param perSecond messages a second
 */
record Plan(int seconds, int perSecond) {}
