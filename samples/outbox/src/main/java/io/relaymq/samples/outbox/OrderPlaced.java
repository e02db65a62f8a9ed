package io.relaymq.samples.outbox;

import org.springframework.modulith.events.Externalized;

/** Broadcast {@code shop}, subject {@code orders.created}. */
@Externalized("shop::orders.created")
public record OrderPlaced(int number, String item) {}
