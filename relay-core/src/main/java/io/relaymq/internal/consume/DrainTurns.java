package io.relaymq.internal.consume;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may drain an inbox now. A server does one thing at a time, so more reads than keep it busy only make everybody else's commands
 * wait: publishes, settles, the reads of other subscriptions. Thread-safe.
 */
final class DrainTurns {

    private static final int AT_A_TIME = 1;

    private final Set<Reads> waiting = new LinkedHashSet<>(); // guarded by this
    private int taken; // guarded by this
    private boolean calling; // guarded by this

    /** Takes a turn; if there is none {@link Reads#drain()} is called when there is. */
    synchronized boolean take(Reads who) {
        boolean free = taken < AT_A_TIME;
        if (free) {
            taken++;
        } else {
            waiting.add(who);
        }
        return free;
    }

    /** Gives it back. Reads that fail at once follow one another here, not one within the other. */
    void giveBack() {
        synchronized (this) {
            taken--;
            if (calling) {
                return;
            }
            calling = true;
        }
        for (Reads next = next(); next != null; next = next()) {
            next.drain();
        }
    }

    private synchronized @Nullable Reads next() {
        Reads next =
                taken < AT_A_TIME && !waiting.isEmpty() ? waiting.iterator().next() : null;
        waiting.remove(next);
        calling = next != null;
        return next;
    }
}
