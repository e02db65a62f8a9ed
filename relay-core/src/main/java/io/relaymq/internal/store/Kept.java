package io.relaymq.internal.store;

import java.util.List;

/** The reply of a beat. For internal use. */
public record Kept(
        Verdict verdict,
        String frontier,
        long run,
        boolean lapsed,
        boolean copying,
        long dueInMillis,
        long waiting,
        long serverMillis,
        boolean paused,
        List<String> patterns) {

    /** How a beat was received. */
    public enum Verdict {
        /** It counts. */
        OK,
        /** It counts. The subscription has been moved, and until all its consumers know there is no inbox to read. */
        MOVING,
        /** A newer one came first; it changed nothing. */
        OLD,
        /** The subscription is gone or begins anew: join again. */
        JOIN,
        /** The inbox or its group is gone: subscribe again. */
        REPAIR
    }

    /** Whether the beat counts. */
    public boolean counts() {
        return verdict == Verdict.OK || verdict == Verdict.MOVING;
    }

    /** A reply that carries nothing but the verdict. */
    public static Kept of(Verdict verdict) {
        return new Kept(verdict, "0-0", 0, false, false, -1, 0, 0, false, List.of());
    }
}
