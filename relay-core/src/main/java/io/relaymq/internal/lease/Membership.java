package io.relaymq.internal.lease;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.Ids;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.TakenEntry;
import io.relaymq.internal.store.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process's membership in one subscription: its lease, what it holds, and <i>clean</i>, the frontier it was told
 * before it sent the read that is outstanding now.
 *
 * <p>Invariants, all under this object's lock:
 *
 * <ul>
 *   <li>an id is listed from the reply that brought it to the answer of its settle;
 *   <li>clean never passes an id that an outstanding read may still bring: it rises only while no read is outstanding;
 *   <li>nothing starts unless the lease holds, counted from the sending of the last answered beat;
 *   <li>a reply of a read or take that was given up is ignored as a whole: what it brought is on no list, so it is swept.
 * </ul>
 *
 * Time is a parameter: the process's monotonic nanoseconds. Thread-safe.
 */
public final class Membership {

    private static final String END = "18446744073709551615-18446744073709551615";

    private final String subscription;
    private final String consumer;
    private final long lockMillis;
    private final ServerClock serverClock = new ServerClock();

    private final Deliveries deliveries = new Deliveries();

    /** Before the first delivery that a lapse forgot and the datastore was not heard of since. */
    private String forgotten = END;

    private String replayed = "0-0";
    private String retained = "0-0";
    private String epoch = "";
    private boolean joining = true;
    private boolean joined;
    private long life;
    private long leaseEnd;
    private long beats;
    private String clean = "0-0";
    private String frontier = "0-0";
    private long cleanRun;
    private long run;
    private long tickets;
    private long reading;
    private long taking;

    /**
     * @param consumer a name that no incarnation of this or another process reuses
     */
    public Membership(String subscription, String consumer, long lockMillis) {
        this.subscription = subscription;
        this.consumer = consumer;
        this.lockMillis = lockMillis;
    }

    // ---- the life of the subscription

    /** {@link #join(String, String)} in a life in which nothing is delivered again on purpose. */
    public void join(String epoch) {
        join(epoch, "0-0");
    }

    /**
     * Begins or begins anew in a life of the subscription. Ids handed out in an earlier one mean nothing there.
     *
     * @param replayed up to this id messages are delivered again on purpose
     */
    public synchronized void join(String epoch, String replayed) {
        this.replayed = replayed;
        if (!epoch.equals(this.epoch)) {
            lapse();
            deliveries.moved(replayed);
            joined = false;
            this.epoch = epoch;
            clean = "0-0";
            frontier = "0-0";
            cleanRun = 0;
            run = 0;
        }
    }

    /** Up to this id, what is delivered are values that were retained before the subscription was made. */
    public synchronized void retainedUpTo(String id) {
        retained = id;
    }

    private boolean isReplayed(String id) {
        return !Ids.before(replayed, id);
    }

    /** Who acts: the consumer in the current life. */
    public synchronized Holder holder() {
        return new Holder(subscription, epoch, consumer);
    }

    /**
     * The position from which the subscription has to go on if the datastore lost it: before everything that this
     * consumer was handed and has not seen settled.
     */
    public synchronized String known() {
        return deliveries.before(Ids.before(forgotten, clean) ? forgotten : clean);
    }

    // ---- beats

    /** The beat to send now. */
    public synchronized Beat beat(long now) {
        if (joined && !joining && now - leaseEnd >= 0) {
            lapse();
        }
        if (reading == 0) {
            clean = frontier;
        }
        beats++;
        KeepRequest request = new KeepRequest(holder(), beats, lockMillis, clean, cleanRun, deliveries.tokens(epoch));
        return new Beat(request, now, joining, life);
    }

    /**
     * Takes in the answer of a beat.
     *
     * @return whether another beat should follow at once, because a lease begins here or had lapsed
     */
    public synchronized boolean kept(Beat beat, Kept reply) {
        if (!reply.counts() || !beat.request().holder().epoch().equals(epoch)) {
            return false;
        }
        frontier = reply.frontier();
        run = reply.run();
        forgotten = END; // the datastore still has what was forgotten, and sweeps it
        if (Ids.before(frontier, clean)) {
            clean = frontier; // the group came back at an earlier position
        }
        cleanRun = Math.min(cleanRun, run); // after a failover run numbers are given out again
        if (beat.joining()) {
            joining &= beat.life() != life;
        } else if (reply.lapsed()) {
            lapse();
            return true;
        }
        if (beat.life() != life) {
            return false;
        }
        long end = beat.sentAt() + lockMillis * 1_000_000;
        if (!joined || end - leaseEnd > 0) {
            leaseEnd = end;
        }
        if (taking == 0) {
            cleanRun = run;
        }
        boolean first = !joined;
        joined = true;
        return first;
    }

    /** The server's time, as far as the answered beats tell. */
    public ServerClock serverClock() {
        return serverClock;
    }

    /** Whether the lease holds now. */
    public synchronized boolean holds(long now) {
        return joined && !joining && now - leaseEnd < 0;
    }

    private void lapse() {
        life++;
        joining = true;
        forgotten = deliveries.forgetQueued(forgotten);
        reading = 0;
        taking = 0;
    }

    // ---- reads and takes

    /** Begins a read. Returns its ticket, or 0 if none may be sent now. */
    public synchronized long startRead(long now) {
        if (reading != 0 || !holds(now)) {
            return 0;
        }
        reading = ++tickets;
        clean = frontier;
        return reading;
    }

    /** Takes in the reply of a read; one that was given up is ignored. Returns whether it was taken in. */
    public synchronized boolean readDone(long ticket, List<Entry> entries) {
        if (reading != ticket) {
            return false;
        }
        entries.forEach(entry -> queue(new Held(entry, new Token(entry.id(), 0), epoch, 0, 0, isReplayed(entry.id()))));
        reading = 0;
        return true;
    }

    /** Gives a read up: it failed, or its answer did not come. */
    public synchronized void readAbandoned(long ticket) {
        if (reading == ticket) {
            reading = 0;
        }
    }

    /** Whether a read is outstanding. */
    public synchronized boolean isReading() {
        return reading != 0;
    }

    /** Begins a take. Returns its ticket, or 0 if none may be sent now. */
    public synchronized long startTake(long now) {
        if (taking != 0 || !holds(now)) {
            return 0;
        }
        taking = ++tickets;
        cleanRun = run;
        return taking;
    }

    /** Takes in the reply of a take; one that was given up is ignored. */
    public synchronized boolean takeDone(long ticket, List<TakenEntry> entries) {
        if (taking != ticket) {
            return false;
        }
        for (TakenEntry taken : entries) {
            Token token = new Token(taken.entry().id(), taken.run());
            boolean again = taken.replays() > 0 || isReplayed(taken.entry().id());
            queue(new Held(taken.entry(), token, epoch, taken.attempts(), taken.stalls(), again));
        }
        taking = 0;
        return true;
    }

    /** Gives a take up. */
    public synchronized void takeAbandoned(long ticket) {
        if (taking == ticket) {
            taking = 0;
        }
    }

    /** Whether it holds a delivery that has stalls: then it is given no other such. */
    public synchronized boolean holdsSuspect() {
        return deliveries.holdsSuspect();
    }

    private void queue(Held held) {
        held.retain(!Ids.before(retained, held.entry().id()));
        deliveries.queue(held);
    }

    // ---- runs

    /** What {@link #next} is about to return; null if nothing may start. */
    public synchronized @Nullable Held first() {
        return deliveries.first();
    }

    /** The next delivery to run, now running; null if there is none or the lease does not hold. */
    public synchronized @Nullable Held next(long now) {
        Held held = deliveries.first();
        if (held == null) {
            return null;
        }
        if (!holds(now)) {
            lapse();
            return null;
        }
        deliveries.start(held);
        return held;
    }

    /** Whether a delivery that runs here is this consumer's, as far as it knows. */
    public synchronized boolean owns(Held held, long now) {
        return deliveries.isRunning(held) && holds(now);
    }

    /** Its handler is over, whenever it was settled: the next of its ordering key may start. To be said of each that was started. */
    public void passOn(Held held) {
        if (held.orderingKey() != null) {
            synchronized (this) {
                deliveries.passOn(held);
            }
        }
    }

    /** It is this consumer's no more, and its handler was not called. */
    public synchronized void forget(Held held) {
        forgotten = Deliveries.lowest(List.of(held), forgotten);
        deliveries.forget(held);
    }

    /**
     * The handler has ended; until the settle is answered the delivery stays listed.
     *
     * @param done whether it was handled: then nothing of it is to run again
     */
    public synchronized void finished(Held held, boolean done) {
        deliveries.finished(held, done);
    }

    /** What to settle it by now. */
    public synchronized Claim claim(Held held) {
        return new Claim(held.token(), held.epoch());
    }

    /**
     * The settle was answered.
     *
     * @return false if the delivery came back meanwhile: then it has to be settled again by its new claim
     */
    public synchronized boolean settled(Held held, Claim sent) {
        if (!claim(held).equals(sent)) {
            return false;
        }
        deliveries.settled(held);
        return true;
    }

    /** Everything that has not started, for a release; it stays listed until {@link #settled}. */
    public synchronized List<Held> unstarted() {
        return deliveries.unstarted();
    }

    // ---- counts

    /** Deliveries that occupy a slot: running, or ready to. */
    public synchronized int occupied() {
        return deliveries.runningCount() + deliveries.readyCount();
    }

    /** Deliveries that wait here for a handler. */
    public synchronized int readyCount() {
        return deliveries.readyCount();
    }

    /** Deliveries that wait here for another of their ordering key to end. */
    public synchronized int blockedCount() {
        return deliveries.blockedCount();
    }

    /** Bytes of the deliveries that run or wait here. */
    public synchronized long heldBytes() {
        return deliveries.bytes();
    }

    /** Bytes of the deliveries that wait here for another of their ordering key to end. */
    public synchronized long blockedBytes() {
        return deliveries.blockedBytes();
    }

    /** Handlers running. */
    public synchronized int runningCount() {
        return deliveries.runningCount();
    }

    /** Everything listed. */
    public synchronized int held() {
        return occupied() + deliveries.blockedCount() + deliveries.settlingCount();
    }
}
