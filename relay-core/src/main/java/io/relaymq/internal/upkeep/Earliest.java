package io.relaymq.internal.upkeep;

import io.relaymq.internal.lease.Timer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Runs a task at the earliest of the times it was asked for; however often it is asked, one run is planned. */
final class Earliest {

    private final Timer timer;
    private final LongSupplier nanoTime;
    private final Runnable task;

    private boolean planned; // guarded by this
    private long at; // guarded by this

    Earliest(Timer timer, LongSupplier nanoTime, Runnable task) {
        this.timer = timer;
        this.nanoTime = nanoTime;
        this.task = task;
    }

    void in(long millis) {
        long wanted = nanoTime.getAsLong() + millis * 1_000_000;
        synchronized (this) {
            if (planned && at - wanted <= 0) {
                return;
            }
            planned = true;
            at = wanted;
        }
        timer.after(Duration.ofMillis(millis), () -> run(wanted));
    }

    private void run(long wanted) {
        synchronized (this) {
            if (!planned || at != wanted) {
                return; // an earlier one was planned instead
            }
            planned = false;
        }
        task.run();
    }
}
