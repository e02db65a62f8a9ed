package io.relaymq.bootstrap;

import io.relaymq.internal.lease.Timer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs short tasks on the upkeep threads; a failure is logged and ends nothing. */
final class ScheduledTimer implements Timer {

    private static final Logger log = LoggerFactory.getLogger(ScheduledTimer.class);

    private final ScheduledExecutorService threads;

    ScheduledTimer(ScheduledExecutorService threads) {
        this.threads = threads;
    }

    @Override
    public Appointment after(Duration delay, Runnable task) {
        try {
            Future<?> future = threads.schedule(() -> guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            log.trace("Closed: nothing is to be kept up any more");
            return () -> {};
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.error("A task of upkeep failed", e);
        }
    }
}
