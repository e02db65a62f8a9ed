package io.relaymq.internal.store;

/** A delivery taken from wait. {@code attempts} and {@code stalls} are those before this run. For internal use. */
public record TakenEntry(Entry entry, long run, int attempts, int stalls, int replays) {}
