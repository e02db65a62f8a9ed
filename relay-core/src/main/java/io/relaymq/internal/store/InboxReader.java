package io.relaymq.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The connection for the one blocking read. Used by one thread at a time, but for {@link #unblock()} and {@link #close()}. For
 * internal use.
 */
public interface InboxReader extends AutoCloseable {

    /** Connects if need be, which takes its time. Throws {@link io.relaymq.RelayUnavailableException} if it cannot. */
    void open();

    /**
     * Asks for what is unread in the inboxes, and waits for it no longer than the time. If it fails, nothing that it was handed
     * reached the caller; it is never sent again by itself. A read that is not answered some seconds after its time fails.
     *
     * @return completes on the connection's thread, which is not to be kept: entries by inbox, none when the time was over or {@link
     *     #unblock()} was called. With a {@link io.relaymq.RelayUnavailableException} if there is no connection, or Redis refuses
     */
    CompletableFuture<Map<Inbox, List<Entry>>> read(List<Inbox> inboxes, int count, Duration block);

    /** Whether the last read ended, without entries, because another process says that something is due. */
    boolean nudged();

    /** Ends the read that is waiting now, if there is one. Returns at once; false if the server forbids it. */
    boolean unblock();

    /** Ends the connection; a waiting read throws. */
    @Override
    void close();
}
