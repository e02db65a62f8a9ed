package io.relaymq.internal.lease;

import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Swept;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What upkeep sees of a worker. Calls return at once. For internal use. */
public interface Leaseholder {

    /** What it was made with. */
    WorkerOptions options();

    /** Where its subscription is. */
    BroadcastStore store();

    /** Its lease and what it holds. */
    Membership membership();

    /** Deliveries it could take in now; 0 while paused or closing. */
    int freeSlots();

    /** It has joined its subscription, in this life of it. */
    void joined();

    /** Completes when no read is under way that was begun before. */
    CompletableFuture<?> readsEnded();

    /** A beat was answered with OK: reads may go on; or with MOVING: not yet. */
    void beaten(Kept reply);

    /** It is not joined any more, or cannot be reached: no reads until the next {@link #beaten}. */
    void hindered(String problem);

    /** Something new to run, or more room: go on. */
    void advance();

    /** A sample of its subscription; null if there is none. */
    void sampled(@Nullable SubscriptionStatus status);

    /** A sweep of its subscription found deliveries that nobody worked on. */
    void swept(Swept found);

    /** Whether somebody asked for a sample since the last one. */
    boolean wantsSample();
}
