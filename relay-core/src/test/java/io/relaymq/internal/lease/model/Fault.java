package io.relaymq.internal.lease.model;

import java.util.List;

/** What goes wrong in a schedule. */
enum Fault {
    KILL,
    PAUSE,
    LOST,
    SLOW,
    OUTAGE,
    CLOCK,
    CLOSE,
    FAILOVER,
    POISON;

    /** The classes of schedules: a seed belongs to the one at its remainder. */
    static final List<List<Fault>> CLASSES = List.of(
            List.of(KILL),
            List.of(PAUSE),
            List.of(LOST, KILL),
            List.of(SLOW, KILL),
            List.of(OUTAGE),
            List.of(CLOCK),
            List.of(CLOSE, KILL),
            List.of(FAILOVER),
            List.of(POISON),
            List.of(KILL, PAUSE, LOST, SLOW, OUTAGE, CLOSE),
            List.of(KILL, PAUSE, LOST, SLOW, OUTAGE, CLOCK, CLOSE, FAILOVER, POISON));

    static List<Fault> classOf(long seed) {
        return CLASSES.get((int) Math.floorMod(seed, (long) CLASSES.size()));
    }
}
