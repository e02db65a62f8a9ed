package io.relaymq.internal.upkeep;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.BroadcastStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Retention by age of one broadcast while nobody publishes: looks twice in the age, at least once a minute and at
 * most ten times a second. For internal use.
 */
public final class AgeTrimmer {

    private final BroadcastStore store;
    private final Duration interval;
    private final Timer timer;
    private final RelayObserver observer;

    /** @param observer told of what was taken; must not throw */
    public AgeTrimmer(BroadcastStore store, Duration maxAge, Timer timer, RelayObserver observer) {
        this.store = store;
        this.interval = Jitter.part(maxAge, 2);
        this.timer = timer;
        this.observer = observer;
    }

    /** Begins to look, until the Relay is closed. */
    public void start() {
        timer.after(Jitter.below(interval), this::look);
    }

    /** One look takes a bounded number: where it took some, there may be more. */
    private void look() {
        runOnce().whenComplete((trimmed, failure) -> {
            if (failure == null && trimmed.trimmed() > 0) {
                look();
            } else {
                start();
            }
        });
    }

    /** What one look took. */
    CompletableFuture<BroadcastTrimmed> runOnce() {
        return store.trim().thenApply(trimmed -> {
            if (trimmed.trimmed() > 0) {
                observer.trimmed(trimmed);
            }
            return trimmed;
        });
    }
}
