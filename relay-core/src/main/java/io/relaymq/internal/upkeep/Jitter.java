package io.relaymq.internal.upkeep;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that do not fall together. */
final class Jitter {

    private static final long LONGEST_MILLIS = 2_000;

    private Jitter() {}

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
