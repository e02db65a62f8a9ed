package io.relaymq;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** How long a failed delivery waits for its next attempt. Pure: no clock, no state. */
@FunctionalInterface
public interface RetryPolicy {

    /**
     * @param attempt the number of the attempt that failed, from 1
     * @param failure what its handler threw
     * @return the time to wait; zero or negative means at once
     */
    Duration delay(int attempt, Throwable failure);

    /** The same delay each time. */
    static RetryPolicy fixed(Duration delay) {
        Objects.requireNonNull(delay, "delay");
        return (attempt, failure) -> delay;
    }

    /**
     * {@code initial} after the first failure, {@code multiplier} times as long after each further one, at most
     * {@code max}. No attempt number overflows.
     *
     * @throws IllegalArgumentException if {@code initial} is negative, {@code multiplier} below 1 or {@code max} below
     *     {@code initial}
     */
    static RetryPolicy exponential(Duration initial, double multiplier, Duration max) {
        return exponential(initial, multiplier, max, 0);
    }

    /**
     * As {@link #exponential(Duration, double, Duration)}, spread at random so that what failed together is not retried
     * together.
     *
     * @param jitter the share of each delay that is random, from 0 to 1: with 0.2, from 80 % to 100 % of it
     */
    static RetryPolicy exponential(Duration initial, double multiplier, Duration max, double jitter) {
        if (initial.isNegative() || !(multiplier >= 1) || max.compareTo(initial) < 0 || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException(
                    "Expected 0 <= initial <= max, multiplier >= 1 and 0 <= jitter <= 1, got: initial " + initial
                            + ", multiplier " + multiplier + ", max " + max + ", jitter " + jitter);
        }
        return (attempt, failure) -> {
            double millis = millis(initial) * Math.pow(multiplier, Math.max(0, attempt - 1));
            double capped = Math.min(millis, millis(max));
            return Duration.ofMillis(Math.round(
                    capped * (1 - jitter * ThreadLocalRandom.current().nextDouble())));
        };
    }

    private static double millis(Duration time) {
        return time.getSeconds() * 1e3 + time.getNano() / 1e6;
    }
}
