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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscription's worker in this process: decides when its inbox is read and when handlers start, and how it ends. For internal
 * use.
 */
public final class SubscriptionWorker implements BroadcastWorker, Leaseholder {

    private static final Logger log = LoggerFactory.getLogger(SubscriptionWorker.class);
    private static final Duration LONGEST_SETTLE = Duration.ofSeconds(5);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(1);

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

    // Written under the signal's lock.
    private volatile State state = State.JOINING;
    private volatile boolean paused;
    private volatile boolean pausedEverywhere;
    private volatile boolean everJoined;
    private volatile long waiting;
    private volatile @Nullable String problem;
    private volatile @Nullable String drift;

    private volatile boolean suspectSettling;
    private volatile long heardAt;
    private volatile boolean heard;
    private volatile boolean sampleWanted;
    private volatile @Nullable SubscriptionStatus sample;

    SubscriptionWorker(WorkerParts parts, InboxLoop loop) {
        this.options = parts.options();
        this.store = parts.store();
        this.nanoTime = parts.nanoTime();
        this.whenClosed = parts.whenClosed();
        this.observer = parts.observer();
        this.changes = new WorkerChanges(this, () -> problem, observer);
        this.loop = loop;
        this.signal = new Signal(nanoTime);
        this.membership = new Membership(
                options.subscription(), parts.consumer(), options.lockDuration().toMillis());
        this.settler = new Settler(store, membership, options.maxDeadLetters(), parts.timer(), this::answered);
        this.runs = new Runs(parts, membership, gate(parts), this::mayStart, this::settle, this::roomMade);
        this.upkeep = parts.upkeep().apply(this);
        this.reads = new Reads(this, loop, upkeep, nanoTime, this::readable, runs::slots);
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
        State now = state;
        return now == State.RUNNING && isPaused() ? State.PAUSED : now;
    }

    private boolean isPaused() {
        return paused || pausedEverywhere;
    }

    @Override
    public WorkerStatus status() {
        sampleWanted = true;
        Duration since = heard ? Duration.ofNanos(nanoTime.getAsLong() - heardAt) : null;
        return new WorkerStatus(
                state(), membership.runningCount(), runs.stuck(), membership.held(), problem, drift, since, sample);
    }

    @Override
    public boolean awaitReady(Duration timeout) {
        return signal.await(timeout, () -> everJoined && state != State.JOINING);
    }

    // ---- upkeep's side

    @Override
    public void joined() {
        boolean again = signal.locked(() -> {
            boolean before = everJoined;
            everJoined = true;
            return before;
        });
        if (again) {
            loop.wake(); // a read of the life before would be given what is copied now, and nobody would run it
        }
    }

    @Override
    public void beaten(Kept reply) {
        hear();
        boolean pausing = reply.paused() && !pausedEverywhere;
        boolean recovered = signal.locked(() -> {
            boolean was = problem != null;
            problem = null;
            waiting = reply.waiting();
            pausedEverywhere = reply.paused();
            if (state == State.JOINING) {
                state = State.RUNNING;
            }
            return was;
        });
        if (recovered) {
            log.info("Subscription '{}' of broadcast '{}' is received again", subscription(), broadcast());
        }
        changes.look();
        noteDrift(reply.patterns());
        if (pausing) {
            loop.wake(); // the waiting read would still be given something
        }
        advance();
        reads.joinLoop();
    }

    /** Instances that declare different patterns take turns in changing them: say so, once for each difference. */
    private void noteDrift(List<String> kept) {
        Set<String> own = options.patterns().isEmpty() ? Set.of(">") : Set.copyOf(options.patterns());
        String differs = kept.isEmpty() || Set.copyOf(kept).equals(own)
                ? null
                : "Subscription '" + subscription() + "' has patterns " + kept + ", this instance was made with " + own;
        if (differs != null && !differs.equals(drift)) {
            log.warn("{}. Instances should declare the same", differs);
        }
        drift = differs;
    }

    @Override
    public void hindered(String why) {
        boolean first = signal.locked(() -> {
            boolean none = problem == null && state != State.CLOSING && state != State.CLOSED;
            problem = why;
            if (state == State.RUNNING) {
                state = State.JOINING;
            }
            return none;
        });
        changes.look();
        if (first) {
            log.warn(
                    "Subscription '{}' of broadcast '{}' is not received, will keep trying: {}",
                    subscription(),
                    broadcast(),
                    why);
        }
    }

    @Override
    public void sampled(@Nullable SubscriptionStatus status) {
        sample = status;
    }

    @Override
    public void swept(Swept found) {
        observer.stalled(new DeliveriesStalled(
                broadcast(), subscription(), found.madeDue(), found.stalls(), found.deadLettered()));
    }

    @Override
    public boolean wantsSample() {
        boolean wanted = sampleWanted;
        sampleWanted = false;
        return wanted;
    }

    /** Something was changed in this process: a beat tells what. */
    public void look() {
        upkeep.beatNow();
        upkeep.lookForDue();
    }

    // ---- reading

    @Override
    public int freeSlots() {
        boolean open = state == State.RUNNING && !isPaused();
        return open ? Math.max(0, runs.slots() - membership.occupied()) : 0;
    }

    private int readable() {
        return waiting < options.maxWaiting() ? freeSlots() : 0;
    }

    InboxLoop.@Nullable Turn nextTurn() {
        return reads.nextTurn();
    }

    void readDone(long ticket, List<Entry> entries, int asked) {
        hear();
        if (reads.done(ticket, entries, asked)) {
            advance();
        }
    }

    /** The blocking read failed: this inbox may be why. A beat finds out; until it is answered the inbox is not read. */
    void readFailed(long ticket) {
        membership.readAbandoned(ticket);
        signal.locked(() -> {
            if (state == State.RUNNING) {
                state = State.JOINING;
            }
        });
        upkeep.beatNow();
    }

    private void hear() {
        heardAt = nanoTime.getAsLong();
        heard = true;
    }

    // ---- running

    private boolean mayStart() {
        return !isPaused() && state != State.CLOSING && state != State.CLOSED;
    }

    @Override
    public void advance() {
        if (!mayStart()) {
            runs.barrier();
            settler.release(membership.unstarted());
            signal.give();
            return;
        }
        runs.advance();
        if (runs.slots() == 0) { // every handler is stuck: others can run what is queued here
            settler.release(membership.unstarted());
        }
        reads.drain();
    }

    private void roomMade(boolean stopped) {
        upkeep.takeDue();
        reads.drain();
        if (stopped) {
            reads.joinLoop();
            signal.give();
        } else if (runs.slots() == 0) {
            advance();
        }
    }

    private void settle(Held held, Outcome outcome) {
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
            settler.release(held, unrun.delay(), () -> upkeep.dueIn(millis));
        } else if (outcome instanceof Outcome.Expired) {
            settler.expire(held);
        } else {
            settler.ack(held);
        }
    }

    private void buried(Held held, Throwable failure) {
        String id = held.entry().id();
        String subject = held.entry().subject();
        observer.deadLettered(new DeadLettered(broadcast(), subscription(), id, subject, held.attempt(), failure));
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
        signal.give();
    }

    // ---- pause, resume, close

    @Override
    public void pause() {
        signal.locked(() -> paused = true);
        changes.look();
        loop.wake();
        advance();
    }

    @Override
    public void resume() {
        signal.locked(() -> paused = false);
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
        boolean first = signal.locked(() -> {
            boolean open = state != State.CLOSING && state != State.CLOSED;
            state = open ? State.CLOSING : state;
            return open;
        });
        if (first) {
            runs.barrier();
            loop.remove(this);
            advance();
        }
    }

    /** Waits for running handlers and for the answers of their settles, then leaves. */
    public void endClose(Duration timeout) {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        int own = runs.isInside() ? 1 : 0; // a handler that closes its own worker does not wait for itself
        if (!signal.await(timeout, () -> membership.runningCount() <= own)) {
            log.warn(
                    "Subscription '{}' is closed while {} handlers still run; their deliveries run again elsewhere",
                    subscription(),
                    membership.runningCount());
        }
        settler.flush();
        boolean empty = signal.await(shorter(left(deadline), LONGEST_SETTLE), () -> membership.held() <= own)
                && signal.await(shorter(left(deadline), LONGEST_LEAVE), () -> !membership.isReading());
        boolean last = signal.locked(() -> {
            boolean closing = state == State.CLOSING;
            state = State.CLOSED;
            return closing;
        });
        if (last) {
            upkeep.stop();
            if (empty) {
                leave(shorter(left(deadline), LONGEST_LEAVE));
            }
            changes.look();
            whenClosed.run();
        }
    }

    /** Removes the consumer; if that does not come through, its lease lapses and a sweep removes it. */
    private void leave(Duration timeout) {
        CompletableFuture<Void> left = store.leave(membership.holder());
        left.whenComplete((done, failure) -> signal.give());
        signal.await(timeout, left::isDone);
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
