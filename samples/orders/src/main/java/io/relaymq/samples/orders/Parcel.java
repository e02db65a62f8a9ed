package io.relaymq.samples.orders;

/** That it is on its way: the payload of {@code orders.<id>.shipped}. */
record Parcel(String orderId, String tracking) {}
