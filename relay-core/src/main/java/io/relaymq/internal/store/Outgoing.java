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

    /** The same message, routed. */
    public Outgoing to(List<String> subscriptions) {
        return new Outgoing(subject, headers, data, subscriptions, terms);
    }

    /** Whether it is to be published later. */
    public boolean isDelayed() {
        return terms != null && terms.due() != null;
    }

    /** Bytes of its payload and headers. */
    public long size() {
        return (long) data.length + headers.length;
    }

    /** What a publish asks for beyond the common: 0, false, empty and null ask for nothing. */
    public record Terms(
            long timeToLiveMillis,
            boolean requireSubscribers,
            long windowMillis,
            String idempotencyKey,
            @Nullable Due due,
            @Nullable Long retainMillis) {}

    /** When it is to be published: {@code millis} from now, or at that server time. */
    public record Due(boolean fromNow, long millis) {}
}
