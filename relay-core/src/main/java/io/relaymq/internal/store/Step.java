package io.relaymq.internal.store;

/** The reply of a bounded step; {@code joined} is false if the epoch is over. For internal use. */
public record Step(boolean joined, int moved, boolean done) {}
