package io.relaymq.internal.lease.model;

import java.util.List;
import java.util.SplittableRandom;

/** The only source of decisions: the same seed gives the same schedule. */
final class Chance {

    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean of(double probability) {
        return random.nextDouble() < probability;
    }

    @SafeVarargs
    final <T> T one(T... values) {
        return values[random.nextInt(values.length)];
    }

    <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Milliseconds between two numbers of seconds. */
    long millis(double from, double to) {
        return Math.round(1000 * (from + (to - from) * random.nextDouble()));
    }

    /** Milliseconds, exponential with a mean of so many seconds. */
    long exponential(double mean) {
        return (long) Math.ceil(-1000 * mean * Math.log(1 - random.nextDouble()));
    }

    /** Text that nobody else has. */
    String nonce() {
        return String.format("%016x", random.nextLong());
    }
}
