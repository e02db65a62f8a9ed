package io.relaymq.internal.consume;

import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Membership;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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

    /** What {@link Runs} tells of each delivery that has ended. */
    interface Ended {
        void accept(Held held, Outcome outcome);
    }

    private final WorkerOptions options;
    private final Membership membership;
    private final DeliveryPipeline pipeline;
    private final Prefetch prefetch;
    private final Executor handlers;
    private final TimeLimit limit;
    private final LongSupplier nanoTime;
    private final BooleanSupplier mayStart;
    private final @Nullable RateGate gate;
    private final Ended ended;
    private final Consumer<Boolean> roomMade;
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

    private int runners; // guarded by this
    private int stuck; // guarded by this

    /**
     * @param mayStart whether a handler may start now
     * @param ended settles a delivery
     * @param roomMade called when a slot has become free; with true when a runner stops
     */
    Runs(
            WorkerParts parts,
            Membership membership,
            @Nullable RateGate gate,
            BooleanSupplier mayStart,
            Ended ended,
            Consumer<Boolean> roomMade) {
        this.options = parts.options();
        this.membership = membership;
        this.pipeline = new DeliveryPipeline(parts.store().broadcast(), options, parts.codec(), parts.handler());
        this.prefetch = new Prefetch(options.concurrency());
        this.handlers = parts.handlers();
        this.nanoTime = parts.nanoTime();
        this.limit = new TimeLimit(options.handlerTimeout(), parts.timer(), nanoTime, this::timeOut);
        this.gate = gate;
        this.mayStart = mayStart;
        this.ended = ended;
        this.roomMade = roomMade;
    }

    /** Deliveries this process should hold at most: those that can run, and those worth fetching ahead. */
    synchronized int slots() {
        int running = options.concurrency() - stuck;
        return running <= 0 ? 0 : gate != null ? running : running + prefetch.limit();
    }

    /** Handlers that ran out of their time and have not ended. */
    synchronized int stuck() {
        return stuck;
    }

    /** Whether the calling thread is one of a handler of this worker. */
    boolean isInside() {
        return inside.get();
    }

    /** After this nothing starts that {@code mayStart} did not allow before. */
    synchronized void barrier() {}

    /** Starts what can start. */
    void advance() {
        int more;
        synchronized (this) {
            more = Math.max(0, Math.min(options.concurrency() - runners, membership.queuedCount()));
            runners += more;
        }
        for (int i = 0; i < more; i++) {
            handlers.execute(this::run);
        }
    }

    private void run() {
        inside.set(true);
        try {
            for (Held held = nextOrStop(); held != null; held = nextOrStop()) {
                if (!runOne(held)) {
                    return;
                }
                roomMade.accept(false);
            }
        } finally {
            inside.remove();
        }
        roomMade.accept(true);
    }

    private synchronized @Nullable Held nextOrStop() {
        long now = nanoTime.getAsLong();
        Held first = mayStart.getAsBoolean() ? membership.first() : null;
        Held held = first != null && mayEnter(first, now) ? membership.next(now) : null;
        if (held == null) {
            runners--;
        }
        return held;
    }

    /** What has expired starts no handler, so it needs no permit. */
    private boolean mayEnter(Held first, long now) {
        return gate == null || isExpired(first, now) || gate.enter(membership.queuedCount());
    }

    /** Runs one. False if its stage is not complete: then the runner goes on when it is, without a thread until then. */
    private boolean runOne(Held held) {
        long began = nanoTime.getAsLong();
        if (isExpired(held, began)) {
            ended.accept(held, Outcome.EXPIRED);
            return true;
        }
        Run run = new Run(held, limit, began);
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

    /** Whoever completes the stage only hands over: his thread is not for what follows, nor is his stack. */
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
            Runnable rest = () -> goOn(run, Stages.unwrapped(failure));
            try {
                handlers.execute(rest);
            } catch (RejectedExecutionException e) {
                rest.run(); // the Relay is closed: nothing starts any more
            }
        }
    }

    private void goOn(Run run, @Nullable Throwable failure) {
        inside.set(true);
        try {
            end(run, failure);
            roomMade.accept(false);
        } finally {
            inside.remove();
        }
        run();
    }

    private void end(Run run, @Nullable Throwable failure) {
        if (run.end()) {
            prefetch.ran(nanoTime.getAsLong() - run.began());
            ended.accept(run.held(), pipeline.outcome(run.held(), failure));
        } else {
            endedLate(run.held(), failure);
        }
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
        ended.accept(run.held(), pipeline.timedOut(run.held()));
        roomMade.accept(false);
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
