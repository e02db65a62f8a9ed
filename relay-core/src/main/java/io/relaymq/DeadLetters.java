package io.relaymq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of one subscription. At most {@link WorkerOptions#maxDeadLetters()} are kept. Every call waits for Redis and
 * fails with a {@link RelayUnavailableException} if it cannot be reached or does not answer. Thread-safe.
 */
public interface DeadLetters {

    /** How many there are. */
    long count();

    /**
     * One page, the oldest first.
     *
     * @param after the id of the last one of the page before; null for the first page
     * @param limit most to return, from 1 to 1,000
     */
    List<DeadLetter> page(DeadLetterQuery query, @Nullable String after, int limit);

    /** One of them; null if it is not there. */
    @Nullable
    DeadLetter get(String id);

    /**
     * Gives dead letters back to this subscription, and to no other, with fresh attempts; they are delivered with
     * {@link Delivery#replayed()}. One that dies again is a dead letter again, with {@link DeadLetter#replays()} raised, and
     * is not given back by the same call.
     *
     * @param perSecond at most so many become due in a second; 0 = all at once
     * @return how many were given back
     */
    long replay(DeadLetterQuery query, int perSecond);

    /**
     * Gives one dead letter back.
     *
     * @return false if it is not there, or if the message waits for another run already
     */
    boolean replay(String id);

    /**
     * Deletes dead letters.
     *
     * @return how many were deleted
     */
    long discard(DeadLetterQuery query);

    /**
     * Deletes one dead letter.
     *
     * @return false if it is not there
     */
    boolean discard(String id);
}
