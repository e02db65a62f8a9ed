package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.BroadcastStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a worker that starts nothing any more: waits for what runs and for the answers of what is settled, then leaves. */
final class Departure {

    private static final Logger log = LoggerFactory.getLogger(Departure.class);
    private static final Duration LONGEST_SETTLE = Duration.ofSeconds(5);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(1);

    private final BroadcastStore store;
    private final Membership membership;
    private final Signal signal;
    private final LongSupplier nanoTime;
    private final long deadline;

    Departure(SubscriptionWorker worker, Signal signal, LongSupplier nanoTime, Duration timeout) {
        this.store = worker.store();
        this.membership = worker.membership();
        this.signal = signal;
        this.nanoTime = nanoTime;
        this.deadline = nanoTime.getAsLong() + timeout.toNanos();
    }

    /**
     * @param own running handlers that are not waited for: one that closes its own worker
     * @return whether nothing is held any more but by them
     */
    boolean await(int own, Runnable flush) {
        if (!signal.await(left(), () -> membership.runningCount() <= own)) {
            log.warn(
                    "Subscription '{}' is closed while {} handlers still run; their deliveries run again elsewhere",
                    membership.holder().subscription(),
                    membership.runningCount());
        }
        // What a last read brings is given back with the rest.
        boolean readEnded = signal.await(atMost(LONGEST_LEAVE), () -> !membership.isReading());
        flush.run();
        return signal.await(atMost(LONGEST_SETTLE), () -> membership.held() <= own) && readEnded;
    }

    /** Removes the consumer; if that does not come through, its lease lapses and a sweep removes it. */
    void leave() {
        CompletableFuture<Void> left = store.leave(membership.holder());
        left.whenComplete((done, failure) -> signal.give());
        signal.await(atMost(LONGEST_LEAVE), left::isDone);
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, deadline - nanoTime.getAsLong()));
    }

    private Duration atMost(Duration longest) {
        Duration left = left();
        return left.compareTo(longest) < 0 ? left : longest;
    }
}
