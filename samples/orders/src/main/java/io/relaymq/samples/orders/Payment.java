package io.relaymq.samples.orders;

/** That it was paid: the payload of {@code orders.<id>.paid}. */
record Payment(String orderId, String reference) {}
