package io.relaymq.internal.consume;

/** Ends one run of a handler exactly once: the handler returned, or its time was over. The thread is interrupted only in between. */
final class Stopwatch {

    private final Thread thread = Thread.currentThread();
    private boolean ended; // guarded by this

    /** The handler returned. False if its time was over before. */
    synchronized boolean returned() {
        boolean inTime = !ended;
        ended = true;
        return inTime;
    }

    /** The time is over. False if the handler had returned before. */
    synchronized boolean timeOut() {
        if (ended) {
            return false;
        }
        ended = true;
        thread.interrupt();
        return true;
    }
}
