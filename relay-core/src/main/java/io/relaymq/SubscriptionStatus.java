package io.relaymq;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a subscription stands in Redis.
 *
 * @param subscription its name
 * @param copying whether its history is still being copied; it receives what is copied so far
 * @param lag matching messages not yet delivered; exact at rest, off by at most what was handed out since the last beats
 * @param handed copies given to consumers and not settled
 * @param waiting deliveries that run again: due later, or taken by a consumer for another run
 * @param dead its dead letters
 * @param consumers consumers with a live lease
 * @param oldestUnreadAge age of the oldest message not yet delivered, by the server's clock; null if there is none
 * @param unreadDrops messages trimmed before they were delivered to it, since it was created
 * @param acked deliveries settled with success
 * @param retried attempts that failed and were put back for a retry
 * @param stalled stalls counted
 * @param late results that came after the delivery had been taken over
 */
public record SubscriptionStatus(
        String subscription,
        boolean copying,
        long lag,
        long handed,
        long waiting,
        long dead,
        int consumers,
        @Nullable Duration oldestUnreadAge,
        long unreadDrops,
        long acked,
        long retried,
        long stalled,
        long late) {

    /** Given to a consumer and unsettled, or to be run again: {@code handed + waiting}. */
    public long pending() {
        return handed + waiting;
    }

    /** {@code lag + pending}. */
    public long backlog() {
        return lag + pending();
    }
}
