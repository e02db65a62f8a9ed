package io.relaymq.internal.lease.model;

/** Mistakes that can be made on purpose. The model has to find each of them, or it proves nothing. */
enum Slip {

    // in the datastore

    /** A sweep takes every handed copy that is on no list, though its reply may still be under way. */
    CLEAN_IGNORED,
    /** After a time in which nobody could beat, all leases have lapsed. */
    NO_GRACE,
    /** Every orphan counts as a stall, also one that no consumer was seen to run. */
    EVERY_ORPHAN_STALLS,
    /** A consumer is given several deliveries with stalls at a time. */
    SUSPECTS_TOGETHER,
    /** A result counts whoever sends it. */
    LATE_RESULTS_COUNT,
    /** What was taken is made due again as soon as it is on no list, though the reply may still be under way. */
    CLEAN_RUN_IGNORED,
    /** A trim takes copies without counting them. */
    DROPS_UNCOUNTED,
    /** A sweep looks only at lists, so what was taken by a dead consumer stays taken. */
    TAKEN_NOT_SWEPT,

    // in the process

    /** Handlers start, and reads go on, whatever became of the lease. */
    LEASE_NOT_CHECKED,
    /** A beat tells the newest frontier, though a read is outstanding. */
    CLEAN_TOO_NEW,
    /** A delivery leaves the list when its settle is sent. */
    UNLISTED_AT_SETTLE
}
