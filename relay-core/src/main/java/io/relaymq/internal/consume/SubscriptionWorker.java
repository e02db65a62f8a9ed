package io.relaymq.internal.consume;

import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.RateLimit;
import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.WorkerStatus;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.lease.Upkeep;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.Swept;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One subscription's worker in this process: decides when its inbox is read and when handlers start, and how it ends. For internal
 * use.
 */
public final class SubscriptionWorker implements BroadcastWorker, Leaseholder {

    private final WorkerOptions options;
    private final BroadcastStore store;
    private final Membership membership;
    private final Settler settler;
    private final Runs runs;
    private final Reads reads;
    private final LongSupplier nanoTime;
    private final Upkeep upkeep;
    private final InboxLoop loop;
    private final RelayObserver observer;
    private final WorkerChanges changes;
    private final Runnable whenClosed;

    private final Signal signal;
    private final WorkerState state;
    private final Signs signs;

    private volatile long waiting; // written under the signal's lock
    private volatile boolean moving;
    private volatile boolean suspectSettling;

    SubscriptionWorker(WorkerParts parts, InboxLoop loop) {
        this.options = parts.options();
        this.store = parts.store();
        this.nanoTime = parts.nanoTime();
        this.whenClosed = parts.whenClosed();
        this.observer = parts.observer();
        this.changes = new WorkerChanges(this, this::problem, observer);
        this.loop = loop;
        this.signal = new Signal(nanoTime);
        this.state = new WorkerState(
                "Subscription '" + options.subscription() + "' of broadcast '" + store.broadcast() + "'", signal);
        this.signs = new Signs(options, nanoTime);
        this.membership = new Membership(
                options.subscription(), parts.consumer(), options.lockDuration().toMillis());
        this.settler = new Settler(store, membership, options.maxDeadLetters(), parts.timer(), this::answered);
        this.runs = new Runs(parts, membership, gate(parts), new Running());
        this.upkeep = parts.upkeep().apply(this);
        this.reads = new Reads(this, loop, nanoTime, this::readable, runs::slots);
    }

    private @Nullable RateGate gate(WorkerParts parts) {
        RateLimit limit = options.rateLimit();
        return limit == null ? null : new RateGate(parts, limit, this::advance);
    }

    void start() {
        upkeep.start();
        loop.add(this);
    }

    // ---- what it is

    @Override
    public String broadcast() {
        return store.broadcast();
    }

    @Override
    public String subscription() {
        return options.subscription();
    }

    @Override
    public WorkerOptions options() {
        return options;
    }

    @Override
    public BroadcastStore store() {
        return store;
    }

    @Override
    public Membership membership() {
        return membership;
    }

    Inbox inbox() {
        return reads.inbox();
    }

    @Override
    public State state() {
        return state.now();
    }

    @Override
    public WorkerStatus status() {
        return new WorkerStatus(
                state(),
                membership.runningCount(),
                runs.stuck(),
                membership.held(),
                state.problem(),
                signs.drift(),
                signs.sinceHeard(),
                signs.sample());
    }

    @Override
    public boolean awaitReady(Duration timeout) {
        return signal.await(timeout, state::isReady);
    }

    // ---- upkeep's side

    @Override
    public CompletableFuture<?> joined() {
        CompletableFuture<?> ended = loop.ended(); // before it is woken: what is read next is read by others
        if (state.joined()) {
            loop.wake(); // a read of the life before would be given what is copied now, and nobody would run it
        }
        return ended;
    }

    @Override
    public void beaten(Kept reply) {
        signs.hear();
        signs.patterns(reply.patterns());
        signal.locked(() -> waiting = reply.waiting());
        moving = reply.verdict() == Kept.Verdict.MOVING;
        boolean pausing = state.beaten(reply);
        changes.look();
        if (pausing) {
            loop.wake(); // the waiting read would still be given something
        }
        advance();
        reads.joinLoop();
    }

    @Override
    public void hindered(String why) {
        state.hindered(why);
        changes.look();
    }

    @Override
    public void sampled(@Nullable SubscriptionStatus status) {
        signs.sampled(status);
    }

    @Override
    public void swept(Swept found) {
        observer.stalled(new DeliveriesStalled(
                broadcast(), subscription(), found.madeDue(), found.stalls(), found.deadLettered()));
    }

    @Override
    public boolean wantsSample() {
        return signs.wantsSample();
    }

    /** Something was changed in this process: a beat tells what. */
    public void look() {
        upkeep.beatNow();
        upkeep.lookForDue();
    }

    // ---- reading

    @Override
    public int freeSlots() {
        return state.mayFetch() ? Math.max(0, runs.room()) : 0;
    }

    private int readable() {
        return waiting < options.maxWaiting() && !moving ? freeSlots() : 0;
    }

    BlockingRead.@Nullable Turn nextTurn() {
        return reads.nextTurn();
    }

    void readDone(long ticket, List<Entry> entries, int asked) {
        if (takeIn(ticket, entries, asked)) {
            advance();
        }
    }

    /** Takes in the reply of a read, and starts nothing yet. False if it was given up meanwhile. */
    boolean takeIn(long ticket, List<Entry> entries, int asked) {
        signs.hear();
        runs.came(entries);
        return reads.done(ticket, entries, asked);
    }

    /** Another process has given something back, perhaps of this subscription. */
    void nudged() {
        upkeep.lookForDue();
    }

    /** The blocking read failed: this inbox may be why. A beat finds out; until it is answered the inbox is not read. */
    void readFailed(long ticket) {
        membership.readAbandoned(ticket);
        state.doubt();
        upkeep.beatNow();
    }

    // ---- running

    @Override
    public void advance() {
        if (!state.mayStart()) {
            runs.barrier();
            release();
            signal.give();
            return;
        }
        runs.advance();
        if (runs.slots() == 0) { // every handler is stuck: others can run what is queued here
            release();
        }
        reads.drain();
    }

    private void buried(Held held, Throwable failure) {
        String id = held.entry().id();
        String subject = held.entry().subject();
        observer.deadLettered(new DeadLettered(broadcast(), subscription(), id, subject, held.attempt(), failure));
    }

    private @Nullable String problem() {
        return state.problem();
    }

    /** Settles were answered: if one that has stalls was among them, another such may run now. */
    private void answered() {
        signal.give();
        if (suspectSettling) {
            suspectSettling = false; // before the look: what is set meanwhile stays set
            if (membership.holdsSuspect()) {
                suspectSettling = true;
            } else {
                upkeep.lookForDue();
            }
        }
    }

    private void answered(Settled reply) {
        if (!reply.joined()) {
            upkeep.beatNow(); // the subscription begins anew: until this worker joins, what it runs is in vain
        }
        if (reply.due()) {
            upkeep.heardOfDue();
        }
        signal.give();
    }

    private void release() {
        List<Held> unrun = membership.unstarted();
        if (!unrun.isEmpty()) {
            settler.release(unrun, () -> upkeep.nudgeIn(0));
        }
    }

    // ---- what runs

    private final class Running implements Runs.Owner {

        @Override
        public boolean mayStart() {
            return state.mayStart();
        }

        @Override
        public CompletableFuture<?> announce() {
            return upkeep.announce();
        }

        @Override
        public void roomMade(boolean stopped) {
            upkeep.takeDue();
            reads.drain();
            if (stopped || membership.blockedCount() > 0) { // a runner that goes on with its key leaves slots to others
                reads.joinLoop();
            }
            if (stopped) {
                signal.give();
            } else if (runs.slots() == 0) {
                advance();
            }
        }

        @Override
        public void ended(Held held, Outcome outcome) {
            if (held.suspect()) {
                suspectSettling = true; // before it can be answered
            }
            membership.finished(held, outcome instanceof Outcome.Ack || outcome instanceof Outcome.Expired);
            if (outcome instanceof Outcome.Retry retry) {
                signal.locked(() -> waiting++);
                long millis = retry.delay().toMillis();
                settler.retry(held, retry, () -> upkeep.dueIn(millis));
            } else if (outcome instanceof Outcome.DeadLetter dead) {
                settler.bury(held, dead.failure(), () -> buried(held, dead.failure()));
            } else if (outcome instanceof Outcome.Release unrun) {
                long millis = unrun.delay().toMillis();
                settler.release(held, unrun.delay(), () -> {
                    upkeep.dueIn(millis);
                    upkeep.nudgeIn(millis);
                });
            } else if (outcome instanceof Outcome.Expired) {
                settler.expire(held);
            } else {
                settler.ack(held);
            }
        }
    }

    // ---- pause, resume, close

    @Override
    public void pause() {
        state.pause(true);
        changes.look();
        loop.wake();
        advance();
    }

    @Override
    public void resume() {
        state.pause(false);
        changes.look();
        advance();
        upkeep.lookForDue();
        loop.wake();
    }

    @Override
    public void close() {
        close(options.closeTimeout());
    }

    @Override
    public void close(Duration timeout) {
        beginClose();
        endClose(timeout);
    }

    /** No handler starts from here on. */
    public void beginClose() {
        if (state.closing()) {
            runs.barrier();
            loop.remove(this);
            advance();
        }
    }

    /** Waits for running handlers and for the answers of their settles, then leaves. */
    public void endClose(Duration timeout) {
        int own = runs.isInside() ? 1 : 0; // a handler that closes its own worker does not wait for itself
        Departure departure = new Departure(this, signal, nanoTime, timeout);
        boolean empty = departure.await(own, settler::flush);
        if (state.closed()) {
            upkeep.stop();
            if (empty) {
                departure.leave();
            }
            changes.look();
            whenClosed.run();
        }
    }
}
