package io.relaymq;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a subscription's deliveries since it was created.
 *
 * @param acked deliveries settled with success
 * @param retried attempts that failed and were put back
 * @param stalled stalls counted
 * @param late results that came after the delivery had been taken over
 * @param expired messages whose time to live was over before they were delivered
 * @param deadLettered deliveries that became dead letters
 * @param deadDropped dead letters that went because there were too many
 * @param replayed dead letters given back
 * @param discarded dead letters discarded
 * @param skipped deliveries that waited for another run when the subscription was moved
 * @param unreadDrops messages trimmed, or not copied because the inbox was gone, before they were delivered
 * @param firstDropId the lowest id among these; null if there were none
 * @param lastDropId the highest id among these; null if there were none
 * @param lastDropAt when the last of them was dropped, by the server's clock; null if there were none
 */
public record SubscriptionCounters(
        long acked,
        long retried,
        long stalled,
        long late,
        long expired,
        long deadLettered,
        long deadDropped,
        long replayed,
        long discarded,
        long skipped,
        long unreadDrops,
        @Nullable String firstDropId,
        @Nullable String lastDropId,
        @Nullable Instant lastDropAt) {}
