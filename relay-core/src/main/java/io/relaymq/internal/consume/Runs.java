package io.relaymq.internal.consume;

import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.Entry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs handlers, at most {@code concurrency} at a time. A runner takes delivery after delivery until there is none; while it
 * waits for a handler's stage it has no thread.
 *
 * <p>Invariant, under this object's lock: a runner that finds nothing to start is counted out in the same step, so that none
 * is missing when something comes.
 */
final class Runs {

    private static final Logger log = LoggerFactory.getLogger(Runs.class);
    private static final int MOST_BLOCKED = 1_000;
    private static final int MOST_BLOCKED_BYTES = 16 * 1024 * 1024;
    private static final Duration REFUSED_AGAIN = Duration.ofMillis(50);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    /** What {@link Runs} asks and tells. */
    interface Owner {

        /** Whether a handler may start now. */
        boolean mayStart();

        /** Has it known what has started; completes when it is, or cannot be. */
        CompletableFuture<?> announce();

        /** A delivery has ended: it is to be settled. */
        void ended(Held held, Outcome outcome);

        /** A slot has become free; {@code stopped} if a runner found nothing more to do. */
        void roomMade(boolean stopped);
    }

    private final WorkerOptions options;
    private final Membership membership;
    private final DeliveryPipeline pipeline;
    private final Prefetch prefetch;
    private final Executor handlers;
    private final Timer timer;
    private final TimeLimit limit;
    private final LongSupplier nanoTime;
    private final @Nullable RateGate gate;
    private final Owner owner;
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

    private int runners; // guarded by this
    private int stuck; // guarded by this
    private long quietUntil; // guarded by this

    Runs(WorkerParts parts, Membership membership, @Nullable RateGate gate, Owner owner) {
        this.options = parts.options();
        this.membership = membership;
        this.pipeline = new DeliveryPipeline(parts.store().broadcast(), options, parts.codec(), parts.handler());
        this.prefetch = new Prefetch(options.concurrency());
        this.handlers = parts.handlers();
        this.nanoTime = parts.nanoTime();
        this.quietUntil = nanoTime.getAsLong();
        this.timer = parts.timer();
        this.limit = new TimeLimit(options.handlerTimeout(), timer, nanoTime, this::timeOut);
        this.gate = gate;
        this.owner = owner;
    }

    /** Deliveries this process should hold at most: those that can run, and those worth fetching ahead. */
    synchronized int slots() {
        int running = options.concurrency() - stuck;
        return running <= 0 ? 0 : gate != null ? running : running + prefetch.limit();
    }

    /**
     * Deliveries that could be taken in now. Those that are blocked by others of their key take no slot, so that reading gets past
     * them; but only so far that memory stays bounded.
     */
    int room() {
        if (membership.blockedBytes() >= MOST_BLOCKED_BYTES) {
            return 0;
        }
        int mostBlocked = Math.max(MOST_BLOCKED, 2 * options.concurrency());
        int places = Math.min(slots() - membership.occupied(), mostBlocked - membership.blockedCount());
        return (int) Math.min(places, prefetch.fitting(options.maxInFlightSize() - membership.heldBytes()));
    }

    /** These were fetched. */
    void came(List<Entry> entries) {
        prefetch.came(entries);
    }

    /** Handlers that ran out of their time and have not ended. */
    synchronized int stuck() {
        return stuck;
    }

    /** Whether the calling thread is one of a handler of this worker. */
    boolean isInside() {
        return inside.get();
    }

    /** After this nothing starts that {@link Owner#mayStart} did not allow before. */
    synchronized void barrier() {}

    /** Starts what can start. */
    void advance() {
        int more;
        synchronized (this) {
            more = Math.max(0, Math.min(options.concurrency() - runners, membership.readyCount()));
            runners += more;
        }
        for (int i = 0; i < more; i++) {
            try {
                handlers.execute(this::run);
            } catch (RejectedExecutionException e) {
                refused(more - i, e);
                return;
            }
        }
    }

    /** What was not started stays ready, for when something ends or, at the latest, for the next beat. */
    private void refused(int tasks, RejectedExecutionException e) {
        synchronized (this) {
            runners -= tasks;
        }
        if (owner.mayStart()) { // else it is closed, and so may its executor be
            warn(e);
        }
    }

    /** Now and then: an executor that is full refuses much. */
    private void warn(RejectedExecutionException e) {
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (now - quietUntil < 0) {
                return;
            }
            quietUntil = now + BETWEEN_WARNINGS.toNanos();
        }
        log.warn(
                "The executor of handlers refuses tasks of subscription '{}': they are tried again. It must not;"
                        + " limit the concurrency of workers instead ({})",
                options.subscription(),
                e.toString()); // a stack would say nothing of who fills it
    }

    private void run() {
        inside.set(true);
        try {
            for (Held held = nextOrStop(); held != null; held = nextOrStop()) {
                if (!runOne(held)) {
                    return;
                }
                owner.roomMade(false);
            }
        } finally {
            inside.remove();
        }
        owner.roomMade(true);
    }

    private synchronized @Nullable Held nextOrStop() {
        long now = nanoTime.getAsLong();
        Held first = owner.mayStart() ? membership.first() : null;
        Held held = first != null && mayEnter(first, now) ? membership.next(now) : null;
        if (held == null) {
            runners--;
        }
        return held;
    }

    /** What has expired starts no handler, so it needs no permit. */
    private boolean mayEnter(Held first, long now) {
        return gate == null || isExpired(first, now) || gate.enter(membership.readyCount());
    }

    /** Runs one. False if its end is still to come: the runner goes on then, and has no thread until then. */
    private boolean runOne(Held held) {
        if (isExpired(held, nanoTime.getAsLong())) {
            owner.ended(held, Outcome.EXPIRED);
            membership.passOn(held);
            return true;
        }
        if (held.isDoubtful()) {
            owner.announce()
                    .whenComplete((known, failure) ->
                            handOver(() -> goOn(() -> startAnnounced(held, failure == null))));
            return false;
        }
        return start(held);
    }

    /** What ends its process is known by the list that says it had started. If nobody knows, it is left to a sweep. */
    private boolean startAnnounced(Held held, boolean known) {
        if (!known || !membership.owns(held, nanoTime.getAsLong())) {
            membership.forget(held);
            return true;
        }
        return start(held);
    }

    private boolean start(Held held) {
        Run run = new Run(held, limit, nanoTime.getAsLong());
        run.restart();
        CompletionStage<?> stage = pipeline.handle(held, () -> renew(run));
        CompletableFuture<?> future = Stages.future(stage);
        run.returned(future);
        var unused = Thread.interrupted(); // an interrupt that a handler left behind is not for the next one
        if (future != null && future.isDone()) {
            end(run, Stages.failure(future));
            return true;
        }
        await(run, stage);
        return false;
    }

    private boolean renew(Run run) {
        return run.restart() && membership.owns(run.held(), nanoTime.getAsLong());
    }

    @SuppressWarnings("CatchingUnchecked") // a stage is user code too
    private void await(Run run, CompletionStage<?> stage) {
        try {
            stage.whenComplete((value, failure) -> completed(run, failure));
        } catch (Throwable failure) {
            completed(run, failure);
        }
    }

    private void completed(Run run, @Nullable Throwable failure) {
        if (run.complete()) {
            handOver(() -> goOn(() -> {
                end(run, Stages.unwrapped(failure));
                return true;
            }));
        }
    }

    /** The thread that completes something is not for what follows, nor is its stack. */
    private void handOver(Runnable rest) {
        try {
            handlers.execute(rest);
        } catch (RejectedExecutionException e) {
            if (owner.mayStart()) {
                warn(e);
                timer.after(REFUSED_AGAIN, () -> handOver(rest));
            } else {
                rest.run(); // nothing starts any more
            }
        }
    }

    /** A runner that had to wait goes on: first with what it waited for, then with the next ones. */
    private void goOn(BooleanSupplier first) {
        boolean ended;
        inside.set(true);
        try {
            ended = first.getAsBoolean();
        } finally {
            inside.remove();
        }
        if (ended) {
            owner.roomMade(false);
            run();
        }
    }

    private void end(Run run, @Nullable Throwable failure) {
        if (run.end()) {
            prefetch.ran(nanoTime.getAsLong() - run.began());
            owner.ended(run.held(), pipeline.outcome(run.held(), failure));
        } else {
            endedLate(run.held(), failure);
        }
        membership.passOn(run.held());
    }

    private boolean isExpired(Held held, long now) {
        long expiry = held.entry().expiry();
        return expiry > 0 && expiry <= membership.serverClock().millis(now);
    }

    private void timeOut(Run run) {
        synchronized (this) {
            stuck++;
        }
        run.stop(handlers);
        owner.ended(run.held(), pipeline.timedOut(run.held()));
        if (run.held().orderingKey() != null) {
            limit.afterwards(() -> giveUp(run.held()));
        }
        owner.roomMade(false);
    }

    /** A handler that does not end although it was told to is not to block its key for ever. */
    private void giveUp(Held held) {
        membership.passOn(held);
        owner.roomMade(false);
        advance();
    }

    private void endedLate(Held held, @Nullable Throwable failure) {
        synchronized (this) {
            stuck--;
        }
        if (!(failure instanceof CancellationException)) { // it did what it was told
            log.warn(
                    "The handler of message {} to subscription '{}' ended after its time was over; its result changes nothing",
                    held.entry().id(),
                    options.subscription());
        }
    }
}
