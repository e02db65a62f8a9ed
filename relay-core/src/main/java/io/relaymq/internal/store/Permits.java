package io.relaymq.internal.store;

/** Starts granted, and ms until the next one; 0 = none was refused. For internal use. */
public record Permits(int granted, long nextInMillis) {}
