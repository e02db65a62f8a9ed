package io.relaymq.internal.consume;

import java.time.Duration;

/**
 * How many deliveries to fetch beyond those that run: as many as the handlers finish in a moment, so that a fast handler is
 * fed in large reads and a slow one leaves the work to other processes. Starts at none.
 */
final class Prefetch {

    private static final long MOMENT_NANOS = Duration.ofMillis(20).toNanos();
    private static final int MOST = 256;
    private static final double WEIGHT_OF_LAST = 0.1;

    private final int concurrency;
    private double averageNanos; // guarded by this
    private volatile int limit;

    Prefetch(int concurrency) {
        this.concurrency = concurrency;
    }

    synchronized void ran(long nanos) {
        averageNanos = averageNanos == 0 ? nanos : averageNanos + (nanos - averageNanos) * WEIGHT_OF_LAST;
        limit = (int) Math.min(MOST, MOMENT_NANOS * concurrency / Math.max(1, averageNanos));
    }

    int limit() {
        return limit;
    }
}
