package io.relaymq.internal.lease;

import java.time.Duration;

/** Runs short tasks after a while, on the upkeep threads. After the Relay is closed it runs none. For internal use. */
@FunctionalInterface
public interface Timer {

    /** Runs a task after a delay. */
    void after(Duration delay, Runnable task);
}
