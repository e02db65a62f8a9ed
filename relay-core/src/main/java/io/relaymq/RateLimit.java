package io.relaymq;

import java.time.Duration;

/**
 * How many handlers of a subscription may start, over all its processes: a bucket that holds {@code starts} and fills up
 * evenly in {@code period}, kept in Redis. After an idle time up to {@code starts} run at once.
 *
 * @param starts at least 1
 * @param period at least 1 ms
 */
public record RateLimit(int starts, Duration period) {

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RateLimit {
        if (starts < 1 || period.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "Expected a rate limit of at least 1 start in at least 1 ms, got: " + starts + " in " + period);
        }
    }
}
