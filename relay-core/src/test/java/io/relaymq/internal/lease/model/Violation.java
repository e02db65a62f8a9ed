package io.relaymq.internal.lease.model;

/** What must not happen. */
enum Violation {
    /** Neither handled, nor a dead letter, nor counted as a drop. */
    LOST,
    /** Still there long after the last fault. */
    STUCK,
    /** Handled and a dead letter, or dropped and one of both, with no lapse to excuse it. */
    TWO_ENDS,
    /** Run by two live consumers at a time. */
    TWO_OWNERS,
    /** Run twice at a time in one process. */
    TWICE_IN_ONE_PROCESS,
    /** Taken from a holder whose lease was live. */
    TAKEN_FROM_LIVE,
    /** Taken from a healthy holder whose lease lapsed because the datastore was away or its clock moved. */
    LAPSED_BY_OUTAGE,
    /** A dead letter "stalled", though its consumers did not die that often. */
    UNJUST_STALL,
    /** A dead letter "stalled", though only its neighbour was poison. */
    NEIGHBOUR_BURIED,
    /** A dead consumer's delivery was made due later than lock-duration + 2 x stalled-interval. */
    LATE_TAKEOVER
}
