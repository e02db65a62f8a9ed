package io.relaymq.internal.upkeep;

import io.relaymq.internal.lease.Timer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a task again some time after it failed, later each time. However many fail meanwhile, one is planned. */
final class Again {

    private final Timer timer;
    private final Runnable task;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicBoolean planned = new AtomicBoolean();

    Again(Timer timer, Runnable task) {
        this.timer = timer;
        this.task = task;
    }

    void failed() {
        if (planned.compareAndSet(false, true)) {
            timer.after(Jitter.backoff(failures.getAndIncrement()), () -> {
                planned.set(false);
                task.run();
            });
        }
    }

    void succeeded() {
        failures.set(0);
    }

    boolean isPlanned() {
        return planned.get();
    }
}
