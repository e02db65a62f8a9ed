package io.relaymq.internal.consume;

import io.relaymq.BroadcastWorker;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscription's worker in this process: decides when its inbox is read and when handlers start, and how it ends.
 *
 * <p>Its inbox is read by the blocking loop while it is empty; once a read came back full it is drained on the shared
 * connection, as many as there are slots, until a read comes back short. For internal use.
 */
public final class SubscriptionWorker implements BroadcastWorker, Leaseholder {

    private static final Logger log = LoggerFactory.getLogger(SubscriptionWorker.class);
    private static final Duration LONGEST_SETTLE = Duration.ofSeconds(5);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(50);

    private final WorkerOptions options;
    private final BroadcastStore store;
    private final Membership membership;
    private final DeliveryPipeline pipeline;
    private final Settler settler;
    private final Prefetch prefetch;
    private final Executor handlers;
    private final LongSupplier nanoTime;
    private final Upkeep upkeep;
    private final InboxLoop loop;
    private final Runnable whenClosed;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by lock.
    private State state = State.JOINING;
    private boolean paused;
    private boolean everJoined;
    private int runners;
    private boolean draining;
    private long waiting;
    private @Nullable String problem;

    private volatile boolean suspectSettling;
    private volatile long heardAt;
    private volatile boolean heard;
    private volatile boolean sampleWanted;
    private volatile @Nullable SubscriptionStatus sample;

    SubscriptionWorker(WorkerParts parts, InboxLoop loop) {
        this.options = parts.options();
        this.store = parts.store();
        this.nanoTime = parts.nanoTime();
        this.handlers = parts.handlers();
        this.whenClosed = parts.whenClosed();
        this.loop = loop;
        this.membership = new Membership(
                options.subscription(), parts.consumer(), options.lockDuration().toMillis());
        this.prefetch = new Prefetch(options.concurrency());
        this.pipeline = new DeliveryPipeline(store.broadcast(), options, parts.codec(), parts.handler());
        this.settler = new Settler(store, membership, parts.timer(), this::answered);
        this.upkeep = parts.upkeep().apply(this);
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
        return new Inbox(store.broadcast(), options.subscription());
    }

    @Override
    public State state() {
        return locked(() -> state == State.RUNNING && paused ? State.PAUSED : state);
    }

    @Override
    public WorkerStatus status() {
        sampleWanted = true;
        String hindrance = locked(() -> problem);
        Duration since = heard ? Duration.ofNanos(nanoTime.getAsLong() - heardAt) : null;
        return new WorkerStatus(state(), membership.runningCount(), membership.held(), hindrance, since, sample);
    }

    @Override
    public boolean awaitReady(Duration timeout) {
        return await(timeout, () -> everJoined && state != State.JOINING);
    }

    // ---- upkeep's side

    @Override
    public void joined() {
        locked(() -> everJoined = true);
    }

    @Override
    public void beaten(Kept reply) {
        hear();
        boolean recovered = locked(() -> {
            boolean was = problem != null;
            problem = null;
            waiting = reply.waiting();
            if (state == State.JOINING) {
                state = State.RUNNING;
            }
            changed.signalAll();
            return was;
        });
        if (recovered) {
            log.info("Subscription '{}' of broadcast '{}' is received again", subscription(), broadcast());
        }
        advance();
        joinLoop();
    }

    @Override
    public void hindered(String why) {
        boolean first = locked(() -> {
            boolean none = problem == null && state != State.CLOSING && state != State.CLOSED;
            problem = why;
            if (state == State.RUNNING) {
                state = State.JOINING;
            }
            return none;
        });
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
    public boolean wantsSample() {
        boolean wanted = sampleWanted;
        sampleWanted = false;
        return wanted;
    }

    // ---- reading

    @Override
    public int freeSlots() {
        boolean open = locked(() -> state == State.RUNNING && !paused);
        return open ? Math.max(0, options.concurrency() + prefetch.limit() - membership.occupied()) : 0;
    }

    private boolean mayRead() {
        return locked(() -> waiting < options.maxWaiting()) && freeSlots() > 0;
    }

    /** Its part in the next blocking read; null if it takes none. */
    InboxLoop.@Nullable Turn nextTurn() {
        if (locked(() -> draining) || !mayRead()) {
            return null;
        }
        int free = freeSlots();
        long ticket = membership.startRead(nanoTime.getAsLong());
        return ticket == 0 ? null : new InboxLoop.Turn(this, ticket, free);
    }

    void readDone(long ticket, List<Entry> entries, int asked) {
        hear();
        if (membership.readDone(ticket, entries)) {
            locked(() -> draining = entries.size() >= asked);
            advance();
        }
    }

    /** The blocking read failed: this inbox may be why. A beat finds out; until it is answered the inbox is not read. */
    void readFailed(long ticket) {
        membership.readAbandoned(ticket);
        locked(() -> {
            if (state == State.RUNNING) {
                state = State.JOINING;
            }
        });
        upkeep.beatNow();
    }

    /** Reads on the shared connection what a full read left; once that comes back short the loop waits for more. */
    private void drain() {
        if (!locked(() -> draining) || !mayRead()) {
            return;
        }
        int free = freeSlots();
        boolean worthIt = free * 2 >= options.concurrency() + prefetch.limit() || membership.queuedCount() == 0;
        long ticket = worthIt ? membership.startRead(nanoTime.getAsLong()) : 0;
        if (ticket == 0) {
            return;
        }
        store.read(options.subscription(), free).whenComplete((entries, failure) -> {
            if (failure != null) {
                membership.readAbandoned(ticket);
                locked(() -> draining = false);
                upkeep.beatNow();
            } else {
                readDone(ticket, entries, free);
            }
            if (!locked(() -> draining)) {
                loop.wake();
            }
        });
    }

    /** Has room, and no read under way is for it: the loop's next read is to have it. */
    private void joinLoop() {
        if (!membership.isReading() && !locked(() -> draining) && mayRead()) {
            loop.wake();
        }
    }

    private void hear() {
        heardAt = nanoTime.getAsLong();
        heard = true;
    }

    // ---- running

    @Override
    public void advance() {
        if (locked(() -> paused || state == State.CLOSING || state == State.CLOSED)) {
            settler.release(membership.unstarted());
            signal();
            return;
        }
        int more = locked(() -> {
            int wanted = Math.min(options.concurrency() - runners, membership.queuedCount());
            runners += Math.max(0, wanted);
            return wanted;
        });
        for (int i = 0; i < more; i++) {
            handlers.execute(this::runDeliveries);
        }
        drain();
    }

    private void runDeliveries() {
        for (Held held = nextOrStop(); held != null; held = nextOrStop()) {
            long began = nanoTime.getAsLong();
            Outcome outcome = pipeline.run(held);
            prefetch.ran(nanoTime.getAsLong() - began);
            settle(held, outcome);
            upkeep.takeDue();
            drain();
        }
        joinLoop();
        signal();
    }

    /** The next delivery, or null: then this runner is counted out in the same step, so that none is left behind. */
    private @Nullable Held nextOrStop() {
        return locked(() -> {
            boolean open = !paused && state != State.CLOSING && state != State.CLOSED;
            Held held = open ? membership.next(nanoTime.getAsLong()) : null;
            if (held == null) {
                runners--;
            }
            return held;
        });
    }

    private void settle(Held held, Outcome outcome) {
        if (held.suspect()) {
            suspectSettling = true; // before it can be answered
        }
        membership.finished(held);
        if (outcome instanceof Outcome.Retry retry) {
            locked(() -> waiting++);
            long millis = retry.delay().toMillis();
            settler.fail(held, retry.failure(), retry.delay(), () -> upkeep.dueIn(millis));
        } else if (outcome instanceof Outcome.DeadLetter dead) {
            settler.fail(held, dead.failure(), null, () -> {});
        } else {
            settler.ack(held);
        }
    }

    /** Settles were answered: if one that has stalls was among them, another such may run now. */
    private void answered() {
        signal();
        if (suspectSettling) {
            suspectSettling = false; // before the look: what is set meanwhile stays set
            if (membership.holdsSuspect()) {
                suspectSettling = true;
            } else {
                upkeep.lookForDue();
            }
        }
    }

    // ---- pause, resume, close

    @Override
    public void pause() {
        locked(() -> paused = true);
        loop.wake();
        advance();
    }

    @Override
    public void resume() {
        locked(() -> paused = false);
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
        boolean first = locked(() -> {
            boolean open = state != State.CLOSING && state != State.CLOSED;
            state = open ? State.CLOSING : state;
            return open;
        });
        if (first) {
            loop.remove(this);
            advance();
        }
    }

    /** Waits for running handlers and for the answers of their settles, then leaves. */
    public void endClose(Duration timeout) {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        if (!await(timeout, () -> membership.runningCount() == 0)) {
            log.warn(
                    "Subscription '{}' is closed while {} handlers still run; their deliveries run again elsewhere",
                    subscription(),
                    membership.runningCount());
        }
        settler.flush();
        boolean empty = await(shorter(left(deadline), LONGEST_SETTLE), () -> membership.held() == 0)
                && await(shorter(left(deadline), LONGEST_LEAVE), () -> !membership.isReading());
        boolean last = locked(() -> {
            boolean closing = state == State.CLOSING;
            state = State.CLOSED;
            changed.signalAll();
            return closing;
        });
        if (last) {
            upkeep.stop();
            if (empty) {
                leave(shorter(left(deadline), LONGEST_LEAVE));
            }
            whenClosed.run();
        }
    }

    /** Removes the consumer; if that does not come through, its lease lapses and a sweep removes it. */
    private void leave(Duration timeout) {
        CompletableFuture<Void> left = store.leave(membership.holder());
        left.whenComplete((done, failure) -> signal());
        await(timeout, left::isDone);
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    // ---- the lock

    private void signal() {
        locked(() -> changed.signalAll());
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private boolean await(Duration timeout, BooleanSupplier condition) {
        long end = nanoTime.getAsLong() + timeout.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                long left = end - nanoTime.getAsLong();
                if (left <= 0) {
                    return false;
                }
                var unused = changed.awaitNanos(Math.min(left, LONGEST_LOOK.toNanos()));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
