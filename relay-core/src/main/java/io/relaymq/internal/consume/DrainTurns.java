package io.relaymq.internal.consume;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may drain an inbox now. A server does one thing at a time, so more reads than keep it busy only make everybody else's commands
 * wait: publishes, settles, the reads of other subscriptions. Thread-safe.
 */
final class DrainTurns {

    private final Set<Runnable> waiting = new LinkedHashSet<>(); // guarded by this
    private boolean taken; // guarded by this
    private boolean calling; // guarded by this

    /** Takes a turn. If there is none, {@code drain} is called when there is one, and has to take it then. */
    synchronized boolean take(Runnable drain) {
        if (taken) {
            waiting.add(drain);
            return false;
        }
        taken = true;
        return true;
    }

    /** Gives it back. Reads that fail at once follow one another here, not one within the other. */
    void giveBack() {
        synchronized (this) {
            taken = false;
            if (calling) {
                return;
            }
            calling = true;
        }
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = taken || waiting.isEmpty() ? null : waiting.iterator().next();
        waiting.remove(next);
        calling = next != null;
        return next;
    }
}
