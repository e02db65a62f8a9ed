package io.relaymq.internal.store;

/** The reply of settle, fail and release: how many were changed, how many were late. {@code joined} is false if the epoch is over. For internal use. */
public record Settled(boolean joined, int done, int late) {}
