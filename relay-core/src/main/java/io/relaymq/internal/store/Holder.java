package io.relaymq.internal.store;

/** Who acts on deliveries: the consumer, in one life (epoch) of a subscription. For internal use. */
public record Holder(String subscription, String epoch, String consumer) {}
