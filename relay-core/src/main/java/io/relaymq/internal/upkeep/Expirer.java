package io.relaymq.internal.upkeep;

import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionExpired;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Expired;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the subscriptions of one broadcast that nobody has read for too long: looks ten times in that time, at least once a
 * minute and at most ten times a second. However many processes do, one look counts. For internal use.
 */
public final class Expirer {

    private static final Logger log = LoggerFactory.getLogger(Expirer.class);

    private final BroadcastStore store;
    private final Duration interval;
    private final Timer timer;
    private final RelayObserver observer;

    /** @param observer told of each that is removed; must not throw */
    public Expirer(BroadcastStore store, Duration expireAfter, Timer timer, RelayObserver observer) {
        this.store = store;
        this.interval = Jitter.part(expireAfter, 10); // as the script has it
        this.timer = timer;
        this.observer = observer;
    }

    /** Begins to look, until the Relay is closed. */
    public void start() {
        timer.after(Jitter.below(interval), () -> runOnce().whenComplete((removed, failure) -> start()));
    }

    /** One look at all; how many were removed. */
    CompletableFuture<Integer> runOnce() {
        return step(Expired.BEGIN, 0);
    }

    private CompletableFuture<Integer> step(String cursor, int before) {
        return store.expire(cursor).thenCompose(reply -> {
            reply.removed().forEach(this::announce);
            int removed = before + reply.removed().size();
            return reply.isLast() ? CompletableFuture.completedFuture(removed) : step(reply.next(), removed);
        });
    }

    private void announce(SubscriptionExpired event) {
        log.warn(
                "Subscription '{}' of broadcast '{}' was removed, for nobody had read it for {} (expire-after): {} copies, {} waiting"
                        + " deliveries and {} dead letters went with it. A worker of it makes it again, and it begins anew",
                event.subscription(),
                event.broadcast(),
                event.unreadFor(),
                event.unread(),
                event.waiting(),
                event.deadLetters());
        observer.expired(event);
    }
}
