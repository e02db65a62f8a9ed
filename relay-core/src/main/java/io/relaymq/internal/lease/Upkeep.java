package io.relaymq.internal.lease;

import java.util.concurrent.CompletableFuture;

/** What a worker asks of its upkeep. Calls return at once. For internal use. */
public interface Upkeep {

    /** Joins now, and goes on by itself. */
    void start();

    /** Sends a beat now, unless one is under way. */
    void beatNow();

    /** Sends a beat of its own; completes when it is answered, or failed: the list that it took along is known then. */
    CompletableFuture<?> announce();

    /** Something will be due in a while: it is taken then. */
    void dueIn(long millis);

    /** Something is due, of which another process may know nothing: a look soon, however often it is said. */
    void heardOfDue();

    /** Something may be due that was passed over. */
    void lookForDue();

    /** Slots have become free: takes what is known to be due. */
    void takeDue();

    /** No task starts any more. */
    void stop();
}
