package io.relaymq;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a subscription stands in Redis.
 *
 * @param subscription its name
 * @param patterns what it wants
 * @param copying whether its history is still being copied; it receives what is copied so far
 * @param paused whether it is paused for all its processes
 * @param lag matching messages not yet delivered; exact at rest, off by at most what was handed out since the last beats
 * @param handed copies given to consumers and not settled
 * @param waiting deliveries that run again: due later, or taken by a consumer for another run
 * @param dead its dead letters
 * @param consumers the consumers with a live lease
 * @param oldestUnreadAge age of the oldest message not yet delivered, by the server's clock; null if there is none
 * @param counters what happened since it was created
 */
public record SubscriptionStatus(
        String subscription,
        List<String> patterns,
        boolean copying,
        boolean paused,
        long lag,
        long handed,
        long waiting,
        long dead,
        List<String> consumers,
        @Nullable Duration oldestUnreadAge,
        SubscriptionCounters counters) {

    public SubscriptionStatus {
        patterns = List.copyOf(patterns);
        consumers = List.copyOf(consumers);
    }

    /** Given to a consumer and unsettled, or to be run again: {@code handed + waiting}. */
    public long pending() {
        return handed + waiting;
    }

    /** {@code lag + pending}. */
    public long backlog() {
        return lag + pending();
    }

    /** {@link SubscriptionCounters#unreadDrops()}. */
    public long unreadDrops() {
        return counters.unreadDrops();
    }
}
