package io.relaymq.internal.store;

import io.relaymq.DeadLetter;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one broadcast in the datastore, for those who look after them. Every operation is one atomic, bounded
 * step there. Futures fail with a {@link io.relaymq.RelayUnavailableException} if it was not carried out. For internal use.
 */
public interface SubscriptionStore {

    /** Their names. */
    CompletableFuture<List<String>> names();

    /** Where one stands; null if it does not exist. */
    CompletableFuture<@Nullable SubscriptionStatus> status(String subscription);

    /** Creates one, or changes its patterns. */
    CompletableFuture<Subscribed> subscribe(SubscribeRequest request);

    /** Deletes one. False if it does not exist; so for all below. */
    CompletableFuture<Boolean> delete(String subscription);

    /** Pauses or resumes one. */
    CompletableFuture<Boolean> pause(String subscription, boolean paused);

    /** Moves one. */
    CompletableFuture<Boolean> seek(String subscription, StartFrom to);

    /** Counts what it wants after a position. */
    CompletableFuture<Counted> count(String subscription, String position, int limit);

    /** How many dead letters it has. */
    CompletableFuture<Long> deadCount(String subscription);

    /** The id of its newest dead letter; null if it has none. */
    CompletableFuture<@Nullable String> lastDead(String subscription);

    /** Its dead letters after an id ({@code 0-0} first), oldest first. */
    CompletableFuture<List<DeadLetter>> dead(String subscription, String after, int limit);

    /** Gives dead letters back; the first is due after {@code delayMillis}, each further one {@code gapMillis} later. */
    CompletableFuture<Integer> replay(String subscription, List<String> ids, double delayMillis, double gapMillis);

    /** Deletes dead letters. */
    CompletableFuture<Integer> discard(String subscription, List<String> ids);

    /**
     * A step of a count.
     *
     * @param known whether the subscription exists
     * @param matching messages it wants
     * @param next where to go on; empty if that was all
     */
    record Counted(boolean known, long matching, String next) {}
}
