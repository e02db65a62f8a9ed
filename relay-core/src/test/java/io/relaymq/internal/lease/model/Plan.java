package io.relaymq.internal.lease.model;

import java.util.List;

/** One schedule's parameters, by its seed. Times in milliseconds. */
record Plan(
        List<Fault> faults,
        long interval,
        long cap,
        int sweepLimit,
        long commandTimeout,
        long linger,
        double lost,
        double slow,
        double failing,
        double publishGap,
        double faultGap) {

    static final long LOCK = 30_000;
    static final long BEAT = 10_000;
    static final long BLOCK = 5_000;
    static final long SLACK = 3_000;
    static final int SLOTS = 3;
    static final int PREFETCH = 1;
    static final int MAX_ATTEMPTS = 3;
    static final int MAX_STALLED = 3;

    /** Until then messages are published and things go wrong. */
    static final long RUN = 260_000;
    /** So long everything may take to come to rest after that. */
    static final long DRAIN = 900_000;

    static Plan of(long seed, Chance chance) {
        List<Fault> faults = Fault.classOf(seed);
        return new Plan(
                faults,
                chance.one(10_000L, 15_000L, 30_000L),
                chance.one(5L, 15L, 60L, 0L),
                chance.one(2, 100),
                chance.one(2_000L, 10_000L, 60_000L),
                chance.one(0L, 5L, 2_000L),
                faults.contains(Fault.LOST) ? chance.one(0.0, 0.0, .02, .08) : 0,
                faults.contains(Fault.SLOW) ? chance.one(0.0, .01, .05) : 0,
                chance.one(0.0, .1, .3),
                1 / chance.one(.2, .5, 1.5),
                chance.one(15.0, 30.0, 60.0));
    }

    boolean only(Fault fault) {
        return faults.equals(List.of(fault));
    }
}
