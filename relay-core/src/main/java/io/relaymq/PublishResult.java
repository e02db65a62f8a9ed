package io.relaymq;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a published message.
 *
 * @param id its id, {@code milliseconds-sequence} by the server's clock; of a scheduled one the name by which
 *     {@link Broadcast#cancel} knows it, for it gets its id when it is due
 * @param subject its subject
 * @param subscriptions how many subscriptions it was written to; 0 if it is scheduled
 * @param trimmed messages that retention took from the log in the same call to Redis; if several messages shared it, as those of
 *     {@link Broadcast#publishAll} do and those that are published at the same time, it is told with the last of them
 * @param unreadDrops per subscription, how many of its copies went with them, or could not be written because its inbox
 *     was missing, before they were delivered; empty in the normal case
 * @param duplicate whether an earlier publish with the same idempotency key had stored it
 * @param dueAt when it is to be published, by the server's clock; null if it is published
 */
public record PublishResult(
        String id,
        String subject,
        int subscriptions,
        long trimmed,
        Map<String, Long> unreadDrops,
        boolean duplicate,
        @Nullable Instant dueAt) {

    public PublishResult {
        unreadDrops = Map.copyOf(unreadDrops);
    }

    /** Of a message that is published. */
    public PublishResult(
            String id,
            String subject,
            int subscriptions,
            long trimmed,
            Map<String, Long> unreadDrops,
            boolean duplicate) {
        this(id, subject, subscriptions, trimmed, unreadDrops, duplicate, null);
    }

    /** Whether it is kept until it is due. */
    public boolean scheduled() {
        return dueAt != null;
    }

    /** The sum over {@link #unreadDrops()}. */
    public long totalUnreadDrops() {
        return unreadDrops.values().stream().mapToLong(Long::longValue).sum();
    }
}
