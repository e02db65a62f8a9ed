package io.relaymq.campaign;

/**
 * A fault and what it may cost.
 *
 * @param name for {@code -Donly}
 * @param title for the table
 * @param setup what it needs
 * @param toll what it may cost
 * @param action returns when the fault is over
 */
record Fault(String name, String title, Setup setup, Toll toll, Action action) {

    /** What is done to the rig. */
    interface Action {
        void strike(Rig rig);
    }

    /** What Redis itself may lose by it; Relay may lose nothing. */
    enum RedisMayLose {
        NOTHING,
        WHAT_WAS_THERE,
        THE_LAST_SECONDS
    }

    /**
     * What a fault may cost.
     *
     * @param byRedis what Redis may lose
     * @param duplicates whether a message may be handled twice
     * @param dead the dead letters that there have to be
     * @param drops whether unread drops are part of it
     */
    record Toll(RedisMayLose byRedis, boolean duplicates, int dead, boolean drops) {

        static final Toll NONE = new Toll(RedisMayLose.NOTHING, false, 0, false);
        static final Toll DUPLICATES = new Toll(RedisMayLose.NOTHING, true, 0, false);

        static Toll redis(RedisMayLose what) {
            return new Toll(what, true, 0, false);
        }
    }
}
