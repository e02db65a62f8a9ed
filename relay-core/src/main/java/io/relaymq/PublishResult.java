package io.relaymq;

import java.util.Map;

/**
 * What became of a published message.
 *
 * @param id its id, {@code milliseconds-sequence} by the server's clock
 * @param subject its subject
 * @param subscriptions how many subscriptions it was written to
 * @param trimmed messages that retention took from the log in the same call; for {@link Broadcast#publishAll} reported
 *     with the last message of each call
 * @param unreadDrops per subscription, how many of its copies went with them, or could not be written because its inbox
 *     was missing, before they were delivered; empty in the normal case
 * @param duplicate whether an earlier publish with the same idempotency key had stored it
 */
public record PublishResult(
        String id, String subject, int subscriptions, long trimmed, Map<String, Long> unreadDrops, boolean duplicate) {

    public PublishResult {
        unreadDrops = Map.copyOf(unreadDrops);
    }

    /** The sum over {@link #unreadDrops()}. */
    public long totalUnreadDrops() {
        return unreadDrops.values().stream().mapToLong(Long::longValue).sum();
    }
}
