package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When and how one inbox is read: by the blocking loop while little comes; once a read brought much it is drained on the shared
 * connection, as many as there are slots, until a read brings little.
 */
final class Reads {

    /** Who is given so many at once can expect more: to wait for it would cost more than to look. */
    private static final int MUCH = 16;

    /** A read of more costs little less for each, and may bring as many large ones. */
    private static final int MOST = 256;

    private final BroadcastStore store;
    private final Membership membership;
    private final LongSupplier nanoTime;
    private final InboxLoop loop;
    private final DrainTurns turns;
    private final SubscriptionWorker worker;
    private final IntSupplier free;
    private final IntSupplier slots;

    private final Runnable again = this::drain;
    private volatile boolean draining;
    private volatile boolean heavy; // was drained, and there is more

    /**
     * @param free deliveries that may be read now
     * @param slots deliveries that could be held in all
     */
    Reads(SubscriptionWorker worker, InboxLoop loop, LongSupplier nanoTime, IntSupplier free, IntSupplier slots) {
        this.worker = worker;
        this.store = worker.store();
        this.membership = worker.membership();
        this.loop = loop;
        this.turns = loop.drainTurns();
        this.nanoTime = nanoTime;
        this.free = free;
        this.slots = slots;
    }

    Inbox inbox() {
        return new Inbox(store.broadcast(), worker.subscription());
    }

    /** Its part in the next blocking read; null if it takes none. */
    BlockingRead.@Nullable Turn nextTurn() {
        int room = draining ? 0 : Math.min(MOST, free.getAsInt());
        long ticket = room > 0 ? membership.startRead(nanoTime.getAsLong()) : 0;
        return ticket == 0 ? null : new BlockingRead.Turn(worker, ticket, room);
    }

    /** Takes in the reply of a read of {@code asked} entries. Returns false if it was given up meanwhile. */
    boolean done(long ticket, List<Entry> entries, int asked) {
        boolean taken = membership.readDone(ticket, entries);
        if (taken) {
            draining = isMuch(entries, asked);
        }
        return taken;
    }

    private static boolean isMuch(List<Entry> entries, int asked) {
        return entries.size() >= Math.min(asked, MUCH);
    }

    /** Reads on the shared connection what a read left; once that brings little the loop waits for more. */
    void drain() {
        int room = draining ? Math.min(MOST, free.getAsInt()) : 0;
        boolean worthIt = room > 0 && (room * 2 >= Math.min(MOST, slots.getAsInt()) || membership.readyCount() == 0);
        boolean turn = heavy; // one with a few to read is not to wait for those with many
        if (!worthIt || membership.isReading() || turn && !turns.take(again)) {
            return;
        }
        long ticket = membership.startRead(nanoTime.getAsLong());
        if (ticket == 0) {
            giveBack(turn);
            return;
        }
        read(room).whenComplete((entries, failure) -> {
            heavy = failure == null && isMuch(entries, room);
            if (failure != null) {
                draining = false;
                worker.readFailed(ticket);
            } else {
                worker.readDone(ticket, entries, room);
            }
            giveBack(turn);
            if (!draining) {
                loop.wake();
            }
        });
    }

    private CompletableFuture<List<Entry>> read(int most) {
        try {
            return store.read(worker.subscription(), most);
        } catch (RuntimeException | Error e) { // the turn is to be given back
            return CompletableFuture.failedFuture(e);
        }
    }

    private void giveBack(boolean turn) {
        if (turn) {
            turns.giveBack();
        }
    }

    /** Has room, and no read under way is for it: the loop's next read is to have it. */
    void joinLoop() {
        if (!draining && !membership.isReading() && free.getAsInt() > 0) {
            loop.wake();
        }
    }
}
