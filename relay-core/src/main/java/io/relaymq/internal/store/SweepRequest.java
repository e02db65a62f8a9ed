package io.relaymq.internal.store;

/** See {@code sweep.lua}. For internal use. */
public record SweepRequest(
        String subscription,
        String epoch,
        long lockMillis,
        int limit,
        int maxStalledCount,
        long intervalMillis,
        int maxDeadLetters) {}
