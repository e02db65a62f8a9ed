package io.relaymq.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The connection for the one blocking read. Used by one thread, but for {@link #unblock()} and {@link #close()}. For internal use. */
public interface InboxReader extends AutoCloseable {

    /**
     * Waits until one of the inboxes has unread entries, or the time is over. Connects if need be. If it throws, nothing
     * that it was handed reached the caller; it is never sent again by itself.
     *
     * @return entries by inbox; empty when the time was over or {@link #unblock()} was called
     * @throws io.relaymq.RelayUnavailableException if Redis cannot be reached, does not answer or refuses
     */
    Map<Inbox, List<Entry>> read(List<Inbox> inboxes, int count, Duration block) throws InterruptedException;

    /** Whether the last read ended, without entries, because another process says that something is due. */
    boolean nudged();

    /** Ends the read that is waiting now, if there is one. Returns at once; false if the server forbids it. */
    boolean unblock();

    /** Ends the connection; a waiting read throws. */
    @Override
    void close();
}
