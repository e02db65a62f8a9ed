package io.relaymq.internal.lease;

import java.time.Duration;

/** Runs short tasks after a while, on the upkeep threads. After the Relay is closed it runs none. For internal use. */
@FunctionalInterface
public interface Timer {

    /** Runs a task after a delay, unless it is cancelled before. */
    Appointment after(Duration delay, Runnable task);

    /** A task that is to run. */
    @FunctionalInterface
    interface Appointment {

        /** It does not run any more, if it has not begun. */
        void cancel();
    }
}
