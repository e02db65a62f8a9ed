package io.relaymq.internal.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message to publish, encoded and, by the caller's routes, routed. For internal use. */
public record Outgoing(
        String subject,
        byte[] headers,
        byte[] data,
        List<String> subscriptions,
        @Nullable Terms terms) {

    /** What a publish asks for beyond the common: 0, false and empty ask for nothing. */
    public record Terms(long timeToLiveMillis, boolean requireSubscribers, long windowMillis, String idempotencyKey) {}
}
