package io.relaymq.internal.consume;

import java.time.Duration;

/**
 * How many deliveries to fetch beyond those that run: as many as the handlers finish in a moment, so that a fast handler is
 * fed in large reads and a slow one leaves the work to other processes; but no more than memory has room for. Starts at none.
 */
final class Prefetch {

    private static final long MOMENT_NANOS = Duration.ofMillis(20).toNanos();
    private static final int MOST = 256;
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final double WEIGHT_OF_LAST = 0.1;

    private final int concurrency;
    private double averageNanos; // guarded by this
    private double averageBytes; // guarded by this
    private volatile int limit;

    Prefetch(int concurrency) {
        this.concurrency = concurrency;
    }

    /** A handler has run for so long, with a message of so many bytes. */
    synchronized void ran(long nanos, int bytes) {
        averageNanos = averageNanos == 0 ? nanos : averageNanos + (nanos - averageNanos) * WEIGHT_OF_LAST;
        averageBytes = averageBytes == 0 ? bytes : averageBytes + (bytes - averageBytes) * WEIGHT_OF_LAST;
        double inMoment = MOMENT_NANOS * concurrency / Math.max(1, averageNanos);
        limit = (int) Math.min(MOST, Math.min(inMoment, MOST_BYTES / Math.max(1, averageBytes)));
    }

    int limit() {
        return limit;
    }
}
