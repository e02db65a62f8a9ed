package io.relaymq.internal.redis;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What is asked for before the first connection stands or has failed: it goes then, in the order in which it was asked for. */
final class EarlyCommands {

    private final Deque<Runnable> waiting = new ArrayDeque<>(); // guarded by this
    private volatile boolean over; // written under this: nothing waits, and nothing is to wait any more

    /** Keeps a command for then; false if it is to be sent now. */
    boolean keep(Runnable command) {
        return !over && keepIfEarly(command);
    }

    private synchronized boolean keepIfEarly(Runnable command) {
        return !over && waiting.add(command);
    }

    /** Runs what waits. Whatever is asked for meanwhile queues behind it. */
    void release() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        over = next == null;
        return next;
    }
}
