package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Held;
import org.jspecify.annotations.Nullable;

/**
 * Ends one run of a handler exactly once: the handler returned, or its time was over. The thread is interrupted only in between.
 * Once it has ended it keeps neither the delivery nor the thread: its timer may go off long after.
 */
final class Stopwatch {

    private @Nullable Held held; // guarded by this
    private @Nullable Thread thread = Thread.currentThread(); // guarded by this

    Stopwatch(Held held) {
        this.held = held;
    }

    /** The handler returned. False if its time was over before. */
    synchronized boolean returned() {
        return end() != null;
    }

    /** The time is over. Returns the delivery whose time it was, null if its handler had returned before. */
    synchronized @Nullable Held timeOut() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        return end();
    }

    private @Nullable Held end() {
        Held ended = held;
        held = null;
        thread = null;
        return ended;
    }
}
