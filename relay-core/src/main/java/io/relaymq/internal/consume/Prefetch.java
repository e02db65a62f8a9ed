package io.relaymq.internal.consume;

import io.relaymq.internal.store.Entry;
import java.time.Duration;
import java.util.List;

/**
 * How many deliveries to fetch beyond those that run: as many as the handlers finish in a moment, so that a fast handler is
 * fed in large reads and a slow one leaves the work to other processes; but no more than memory has room for. Starts at none.
 */
final class Prefetch {

    private static final long MOMENT_NANOS = Duration.ofMillis(20).toNanos();
    private static final int MOST = 256;
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final double WEIGHT_OF_LAST = 0.1;

    /** What a message is taken to have before one was seen: as much as it may have by default. */
    private static final double UNKNOWN_BYTES = 512 * 1024;

    private final int concurrency;
    private double averageNanos; // guarded by this
    private double averageBytes = UNKNOWN_BYTES; // guarded by this
    private volatile int limit;

    Prefetch(int concurrency) {
        this.concurrency = concurrency;
    }

    /** A handler has run for so long. */
    synchronized void ran(long nanos) {
        averageNanos = averageNanos == 0 ? nanos : averageNanos + (nanos - averageNanos) * WEIGHT_OF_LAST;
        count();
    }

    /** These were fetched. */
    synchronized void came(List<Entry> entries) {
        for (Entry entry : entries) {
            averageBytes += (entry.bytes() - averageBytes) * WEIGHT_OF_LAST;
        }
        count();
    }

    private void count() {
        double inMoment = averageNanos == 0 ? 0 : MOMENT_NANOS * concurrency / averageNanos;
        limit = (int) Math.min(MOST, Math.min(inMoment, MOST_BYTES / Math.max(1, averageBytes)));
    }

    int limit() {
        return limit;
    }

    /** How many messages so many bytes have room for, by the size of those that came before; at least one, if there is any room. */
    synchronized long fitting(long bytes) {
        return bytes <= 0 ? 0 : Math.max(1, (long) (bytes / Math.max(1, averageBytes)));
    }
}
