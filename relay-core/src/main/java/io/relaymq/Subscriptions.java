package io.relaymq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one broadcast, with or without a worker. Every call waits for Redis and fails with a
 * {@link RelayUnavailableException} if it cannot be reached or does not answer. Thread-safe.
 */
public interface Subscriptions {

    /** Their names, sorted. */
    List<String> names();

    /** Where one stands; null if there is no such subscription. */
    @Nullable
    SubscriptionStatus describe(String name);

    /**
     * Creates a subscription ahead of any worker. If it exists it only gets these patterns.
     *
     * @param patterns what it wants; empty = every subject
     * @param startFrom where it begins if it is new
     * @return whether it is new
     * @throws InvalidPatternException if a pattern breaks a rule
     */
    boolean create(String name, List<String> patterns, StartFrom startFrom);

    /**
     * Gives a subscription other patterns, for messages published from now on; its position and what it holds stay. A worker
     * that was made with other patterns gives it its own again when it joins: change them there too.
     *
     * @return false if there is no such subscription
     * @throws InvalidPatternException if a pattern breaks a rule
     */
    boolean changePatterns(String name, List<String> patterns);

    /**
     * Deletes a subscription with everything of its own: what it has not received, its dead letters, its counters. A worker
     * that still runs for it makes it again.
     *
     * @return false if there was no such subscription
     */
    boolean delete(String name);

    /**
     * Pauses a subscription for all its processes, until {@link #resume}, over restarts. Its workers learn of it with their next
     * beat, within a third of their lock-duration; running handlers finish, what has not started is given back.
     *
     * @return false if there is no such subscription
     */
    boolean pause(String name);

    /**
     * Ends {@link #pause}. Its workers learn of it with their next beat.
     *
     * @return false if there is no such subscription
     */
    boolean resume(String name);

    /**
     * Moves a subscription: what lies after the position is delivered, again or for the first time, and nothing before it. What
     * is in flight ends as late results; what waits for a retry is dropped and counted as skipped.
     *
     * @param to a position in the log; {@link StartFrom#latest()} is its end
     * @return false if there is no such subscription
     */
    boolean seek(String name, StartFrom to);

    /**
     * How many messages {@link #seek} would deliver, of those that are in the log now. Changes nothing.
     *
     * @return -1 if there is no such subscription
     */
    long countAfter(String name, StartFrom position);

    /** The dead letters of one. */
    DeadLetters deadLetters(String name);
}
