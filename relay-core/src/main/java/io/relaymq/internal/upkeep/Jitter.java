package io.relaymq.internal.upkeep;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that do not fall together. */
final class Jitter {

    private static final long LONGEST_MILLIS = 2_000;

    private static final Duration SHORTEST_PART = Duration.ofMillis(100);
    private static final Duration LONGEST_PART = Duration.ofMinutes(1);

    private Jitter() {}

    /** A part of a time, as the interval at which to look: from 100 ms to a minute. */
    static Duration part(Duration whole, int parts) {
        Duration part = whole.dividedBy(parts);
        if (part.compareTo(SHORTEST_PART) < 0) {
            return SHORTEST_PART;
        }
        return part.compareTo(LONGEST_PART) < 0 ? part : LONGEST_PART;
    }

    /** From 80 % to 100 % of an interval. */
    static Duration below(Duration interval) {
        return Duration.ofNanos(
                (long) (interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.8, 1)));
    }

    /** 50 ms after the first failure, doubled up to 2 s, from half of it to all of it. */
    static Duration backoff(int failuresBefore) {
        long millis = Math.min(LONGEST_MILLIS, 50L << Math.min(failuresBefore, 6));
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
    }
}
