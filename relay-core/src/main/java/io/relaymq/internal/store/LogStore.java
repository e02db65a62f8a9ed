package io.relaymq.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The log of one broadcast, to be read. For internal use. */
public interface LogStore {

    /** In place of an id: the newest one there is. */
    String NEWEST = "$";

    /** The broadcast's name. */
    String broadcast();

    /** Some messages after an id, {@code 0-0} or {@link #NEWEST}. */
    CompletableFuture<Page> page(String after, int limit);

    /** A connection of its own to wait on; connects at its first wait. */
    Watch watch();

    /** What {@link io.relaymq.LogPage} says, as it is stored. */
    record Page(
            String incarnation,
            String after,
            boolean gapless,
            long trimmed,
            long kept,
            boolean more,
            List<Entry> entries,
            List<Boolean> expired) {}

    /** Waits for messages. Used by one thread, but for {@link #close()}. */
    interface Watch extends AutoCloseable {

        /**
         * Waits until there is a message after an id, or the time is over.
         *
         * @throws io.relaymq.RelayUnavailableException if Redis cannot be reached, does not answer or refuses
         */
        void await(String after, Duration longest) throws InterruptedException;

        /** Ends the connection; a wait throws. */
        @Override
        void close();
    }
}
