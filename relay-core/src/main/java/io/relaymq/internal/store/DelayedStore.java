package io.relaymq.internal.store;

import io.relaymq.BroadcastTrimmed;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The messages of one broadcast that wait to be published. Every operation is one atomic, bounded step in the datastore. All but
 * {@link #schedule} are safe to send again; it fails as a publish does. For internal use.
 */
public interface DelayedStore {

    /** Keeps messages until they are due; the reply has one for each. */
    CompletableFuture<List<Scheduled>> schedule(List<Outgoing> outgoing);

    /** Publishes what is due, at most so many. */
    CompletableFuture<Promoted> promote(int limit);

    /** Takes one back; false if it does not wait. */
    CompletableFuture<Boolean> cancel(String id);

    /** A message that was handed over; {@code dueMillis} is server time, -1 = it is a duplicate of one that waits no more. */
    record Scheduled(String id, int copies, boolean duplicate, long dueMillis, long inMillis) {}

    /** The reply of a promotion; {@code nextInMillis} is -1 if nothing waits. */
    record Promoted(boolean overflow, int published, long nextInMillis, BroadcastTrimmed trimmed) {}
}
