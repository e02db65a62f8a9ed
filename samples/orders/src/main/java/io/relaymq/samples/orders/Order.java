package io.relaymq.samples.orders;

import java.math.BigDecimal;

/** What was ordered: the payload of {@code orders.<id>.placed}. */
record Order(String id, String customer, BigDecimal amount) {}
