package io.relaymq;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What a broadcast keeps, read beside all subscriptions: nothing is settled, and retention waits for no reader. For views that
 * come and go, such as a browser's; who must not miss a message makes a subscription. Thread-safe.
 */
public interface MessageLog {

    /** The most messages of a page. */
    int LONGEST_PAGE = 1_000;

    /**
     * Reads the messages after an id, without waiting for new ones; at most about 1 MiB of payloads at once.
     *
     * @param after a message's id, also of one that is not kept any more; {@code 0-0} = from the oldest one
     * @param limit most to return, from 1 to {@link #LONGEST_PAGE}
     * @return fails with a {@link RelayUnavailableException} if Redis cannot be reached or does not answer
     * @throws IllegalArgumentException if the id is not of the form {@code milliseconds-sequence}, or the limit out of range
     */
    CompletableFuture<LogPage> read(String after, int limit);

    /**
     * Follows the log from its end on, on a connection and a thread of its own. The first page is empty: from its
     * {@link LogPage#after()} on nothing is left out, but what retention took first, which {@link LogPage#gapless()} tells. After any
     * fault of Redis it goes on where it was.
     *
     * @param pages called on that thread, for one page after the other; what it throws is logged, and the next page comes all the same
     * @return closing it ends it; no page begins to be handed over after that, and the last one may still be under way
     */
    Following follow(Consumer<LogPage> pages);

    /** What {@link #follow} began. */
    interface Following extends AutoCloseable {

        /** Ends it; idempotent, never throws. */
        @Override
        void close();
    }
}
