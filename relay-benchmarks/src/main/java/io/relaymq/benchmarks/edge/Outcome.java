package io.relaymq.benchmarks.edge;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What came of a run.
 *
 * @param clients how many there were, with those that never read
 * @param nanos from when a message was meant to be published until a client that stays had it
 * @param cores of the application, while it was measured
 * @param holding what the application held, after a collection of garbage each: with all clients, in the middle, at the end with those that are
 *     left
 * @param before what it held before the first client
 * @param after what it held when all were gone
 * @param leftAfter seconds until it had let go of the last one
 * @param consumers in Redis, with all clients and after all; -1 where that is not awaited
 */
public record Outcome(
        Load load,
        int clients,
        Receipts receipts,
        Histogram nanos,
        double cores,
        List<Reading> holding,
        Reading before,
        Reading after,
        double leftAfter,
        Silent silent,
        int consumers,
        int consumersAfter) {

    private static final double LONGEST_P99_MILLIS = 1_000;
    private static final double STEADY = 1.15;
    private static final int SOME_THREADS = 4;
    private static final double MEGABYTES = 1 << 20;

    /**
     * Of those that never read.
     *
     * @param held how many the application still had at the end
     * @param longestSeconds from the last byte taken for one until it was cut off
     */
    public record Silent(int clients, int held, double longestSeconds) {}

    double millis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }

    double eventsPerSecond() {
        return receipts.received() * load.perSecond() / (double) load.messages();
    }

    static double megabytes(double bytes) {
        return bytes / MEGABYTES;
    }

    /** Whether it says nothing of speed, for somebody was not given what was theirs. */
    public boolean isVoid() {
        return receipts.missed() > 0 || receipts.unwanted() > 0 || receipts.cutOff() > 0;
    }

    /** The bars that were missed; empty if it is as it should be. */
    public List<String> complaints() {
        Reading begin = holding.get(0);
        Reading end = holding.get(holding.size() - 1);
        return new Complaints()
                .unless(!isVoid(), "clients that stayed missed messages")
                .unless(
                        receipts.missedByReturning() == 0 || receipts.isDurable(),
                        "clients that returned missed messages")
                .unless(millis(99) < LONGEST_P99_MILLIS, "p99 of 1 s or more")
                .unless(end.heap() < begin.heap() * STEADY, "the heap grew")
                .unless(silent.held() == 0, "clients that never read were not cut off")
                .unless(!(silent.longestSeconds() > Load.CUT_OFF_BOUND), "they were cut off later than stated")
                .unless(after.streams() == before.streams(), "streams are left")
                .unless(after.sockets() <= before.sockets(), "sockets are left")
                .unless(after.otherThreads() <= before.otherThreads() + SOME_THREADS, "threads are left")
                .unless(after.heap() < begin.heap() * STEADY, "heap is left")
                .unless(consumersAfter <= 0, "consumers are left in Redis")
                .all();
    }
}
