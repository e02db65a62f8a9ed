package io.relaymq.internal.lease;

/**
 * The server's time. Each answer says that it was so late at the server some time between the question and the answer; what
 * is kept lies within what all answers so far allow, at its early end: never ahead of the server's time, behind it by the
 * shortest way back so far, however long one answer takes. Thread-safe. For internal use.
 */
public final class ServerClock {

    private static final long MILLI = 1_000_000;

    private long offset; // server's nanoseconds less this process's; guarded by this
    private boolean known; // guarded by this

    /** It was so late at the server at some time between these two of this process's monotonic nanoseconds. */
    public synchronized void heard(long serverMillis, long sentAt, long receivedAt) {
        long least = serverMillis * MILLI - receivedAt;
        long most = (serverMillis + 1) * MILLI - sentAt;
        offset = known ? Math.min(most, Math.max(least, offset)) : least;
        known = true;
    }

    /** In milliseconds since 1970; 0 before the first answer. */
    public synchronized long millis(long now) {
        return known ? (now + offset) / MILLI : 0;
    }
}
