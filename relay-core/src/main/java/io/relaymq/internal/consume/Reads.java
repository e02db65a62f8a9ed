package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When and how one inbox is read: by the blocking loop while it is empty; once a read came back full it is drained on the shared
 * connection, as many as there are slots, until a read comes back short.
 */
final class Reads {

    private final BroadcastStore store;
    private final Membership membership;
    private final LongSupplier nanoTime;
    private final InboxLoop loop;
    private final SubscriptionWorker worker;
    private final IntSupplier free;
    private final IntSupplier slots;

    private volatile boolean draining;

    /**
     * @param free deliveries that may be read now
     * @param slots deliveries that could be held in all
     */
    Reads(SubscriptionWorker worker, InboxLoop loop, LongSupplier nanoTime, IntSupplier free, IntSupplier slots) {
        this.worker = worker;
        this.store = worker.store();
        this.membership = worker.membership();
        this.loop = loop;
        this.nanoTime = nanoTime;
        this.free = free;
        this.slots = slots;
    }

    Inbox inbox() {
        return new Inbox(store.broadcast(), worker.subscription());
    }

    /** Its part in the next blocking read; null if it takes none. */
    BlockingRead.@Nullable Turn nextTurn() {
        int room = draining ? 0 : free.getAsInt();
        long ticket = room > 0 ? membership.startRead(nanoTime.getAsLong()) : 0;
        return ticket == 0 ? null : new BlockingRead.Turn(worker, ticket, room);
    }

    /** Takes in the reply of a read of {@code asked} entries. Returns false if it was given up meanwhile. */
    boolean done(long ticket, List<Entry> entries, int asked) {
        boolean taken = membership.readDone(ticket, entries);
        if (taken) {
            draining = entries.size() >= asked;
        }
        return taken;
    }

    /** Reads on the shared connection what a full read left; once that comes back short the loop waits for more. */
    void drain() {
        int room = draining ? free.getAsInt() : 0;
        boolean worthIt = room > 0 && (room * 2 >= slots.getAsInt() || membership.readyCount() == 0);
        long ticket = worthIt ? membership.startRead(nanoTime.getAsLong()) : 0;
        if (ticket == 0) {
            return;
        }
        store.read(worker.subscription(), room).whenComplete((entries, failure) -> {
            if (failure != null) {
                draining = false;
                worker.readFailed(ticket);
            } else {
                worker.readDone(ticket, entries, room);
            }
            if (!draining) {
                loop.wake();
            }
        });
    }

    /** Has room, and no read under way is for it: the loop's next read is to have it. */
    void joinLoop() {
        if (!draining && !membership.isReading() && free.getAsInt() > 0) {
            loop.wake();
        }
    }
}
