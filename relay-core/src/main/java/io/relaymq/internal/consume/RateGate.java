package io.relaymq.internal.consume;

import io.relaymq.RateLimit;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.BroadcastStore;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Starts of handlers that this process was granted under the subscription's rate limit. Asks for as many as there are
 * deliveries to start, one question at a time. What is not used at once is forfeited: saved up, it would come on top of what the
 * bucket holds later.
 */
final class RateGate {

    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);
    private static final long GOOD_FOR_NANOS = Duration.ofSeconds(1).toNanos();

    private final String subscription;
    private final RateLimit limit;
    private final BroadcastStore store;
    private final Timer timer;
    private final LongSupplier nanoTime;
    private final Runnable whenOpen;

    private int granted; // guarded by this
    private long goodUntil; // guarded by this
    private boolean asking; // guarded by this

    RateGate(WorkerParts parts, RateLimit limit, Runnable whenOpen) {
        this.subscription = parts.options().subscription();
        this.limit = limit;
        this.store = parts.store();
        this.timer = parts.timer();
        this.nanoTime = parts.nanoTime();
        this.whenOpen = whenOpen;
    }

    /** Whether one more handler may start now; if not, {@code whenOpen} is called when one may. */
    synchronized boolean enter(int waiting) {
        if (pass()) {
            return true;
        }
        if (!asking) {
            asking = true;
            ask(waiting);
        }
        return pass(); // the answer may have come at once: then whenOpen was called too early
    }

    private synchronized boolean pass() {
        boolean open = granted > 0 && nanoTime.getAsLong() - goodUntil < 0;
        granted = open ? granted - 1 : 0;
        return open;
    }

    private void ask(int waiting) {
        store.permits(subscription, limit, Math.max(1, waiting)).whenComplete((permits, failure) -> {
            if (failure != null) {
                again(AFTER_FAILURE);
            } else if (permits.granted() > 0) {
                open(permits.granted());
            } else {
                again(Duration.ofMillis(permits.nextInMillis()));
            }
        });
    }

    private void open(int more) {
        synchronized (this) {
            asking = false;
            granted = more;
            goodUntil = nanoTime.getAsLong() + GOOD_FOR_NANOS;
        }
        whenOpen.run();
    }

    private void again(Duration pause) {
        timer.after(pause, () -> {
            synchronized (this) {
                asking = false;
            }
            whenOpen.run();
        });
    }
}
