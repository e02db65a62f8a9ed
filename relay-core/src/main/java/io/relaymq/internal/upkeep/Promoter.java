package io.relaymq.internal.upkeep;

import io.relaymq.RelayObserver;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.DelayedStore.Promoted;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Has the delayed messages of one broadcast published when they are due: to the millisecond those that this process handed over,
 * a moment later those of others, for it is theirs to do while they live. Looks once in a while for what it does not know of. For
 * internal use.
 */
public final class Promoter {

    /** What nobody who lives knows of is found in this time. */
    static final Duration LOOK = Duration.ofSeconds(30);

    private static final int MESSAGES_A_CALL = 100;
    private static final int SLACK_MILLIS = 50; // replies take their time
    private static final int LEAST_MOMENT_MILLIS = 50;
    private static final int LONGEST_MOMENT_MILLIS = 250;

    private final DelayedStore store;
    private final Timer timer;
    private final LongSupplier nanoTime;
    private final RelayObserver observer;
    private final Earliest wake;
    private final Again again;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicBoolean wanted = new AtomicBoolean();

    /** Until then, by {@code nanoTime} in milliseconds, something is due that this process handed over. */
    private final AtomicLong ownUntil;

    /** @param observer told of what retention takes; must not throw */
    public Promoter(DelayedStore store, Timer timer, LongSupplier nanoTime, RelayObserver observer) {
        this.store = store;
        this.timer = timer;
        this.nanoTime = nanoTime;
        this.observer = observer;
        this.wake = new Earliest(timer, nanoTime, this::promote);
        this.again = new Again(timer, this::promote);
        this.ownUntil = new AtomicLong(millis() - 1);
    }

    /** Begins to look, at once, until the Relay is closed. */
    public void start() {
        promote();
        timer.after(Jitter.below(LOOK), this::start);
    }

    /** This process handed a message over that is due in so many milliseconds. */
    public void scheduled(long inMillis) {
        long due = millis() + inMillis;
        ownUntil.accumulateAndGet(due, (a, b) -> a - b > 0 ? a : b);
        wakeIn(inMillis);
    }

    /** What is due later than the next look, that look tells. */
    private void wakeIn(long inMillis) {
        if (inMillis <= LOOK.toMillis()) {
            wake.in(inMillis);
        }
    }

    /** One at a time: who comes meanwhile is served by another one after it. */
    private void promote() {
        wanted.set(true);
        if (!underWay.compareAndSet(false, true)) {
            return;
        }
        wanted.set(false);
        runOnce().whenComplete((reply, failure) -> {
            underWay.set(false);
            if (failure != null || reply.overflow()) {
                again.failed();
                return;
            }
            again.succeeded();
            next(reply.nextInMillis());
            if (wanted.get()) {
                promote();
            }
        });
    }

    /** One bounded step. */
    CompletableFuture<Promoted> runOnce() {
        return store.promote(MESSAGES_A_CALL).thenApply(reply -> {
            if (reply.trimmed().trimmed() > 0) {
                observer.trimmed(reply.trimmed());
            }
            return reply;
        });
    }

    private void next(long inMillis) {
        if (inMillis == 0) {
            promote();
        } else if (inMillis > 0) {
            boolean own = ownUntil.get() + SLACK_MILLIS - (millis() + inMillis) >= 0;
            wakeIn(own ? inMillis : inMillis + moment());
        }
    }

    private static long moment() {
        return ThreadLocalRandom.current().nextLong(LEAST_MOMENT_MILLIS, LONGEST_MOMENT_MILLIS);
    }

    private long millis() {
        return nanoTime.getAsLong() / 1_000_000;
    }
}
