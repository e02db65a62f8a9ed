package io.relaymq.benchmarks.edge;

/** What becomes of a client. */
enum Fate {
    STAYS,
    CLOSES,
    RESETS,
    CLOSES_AND_RETURNS,
    RESETS_AND_RETURNS,
    /** Sends its request and reads nothing. */
    NEVER_READS;

    boolean dies() {
        return this != STAYS && this != NEVER_READS;
    }

    boolean resets() {
        return this == RESETS || this == RESETS_AND_RETURNS;
    }

    boolean returns() {
        return this == CLOSES_AND_RETURNS || this == RESETS_AND_RETURNS;
    }

    /** Whether it is to have everything in the end. */
    boolean isOwedAll() {
        return this == STAYS || returns();
    }
}
