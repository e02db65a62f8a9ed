package io.relaymq.internal.store;

/** A beat; {@code tokens} as {@code keep.lua} says. For internal use. */
public record KeepRequest(Holder holder, long number, long lockMillis, String clean, long cleanRun, String tokens) {}
