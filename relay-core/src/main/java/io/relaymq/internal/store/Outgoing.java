package io.relaymq.internal.store;

import java.util.List;

/** A message to publish, encoded and, by the caller's routes, routed. For internal use. */
public record Outgoing(String subject, byte[] headers, byte[] data, List<String> subscriptions) {}
