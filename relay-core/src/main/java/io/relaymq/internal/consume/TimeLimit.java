package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Timer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** How long a handler may run; zero = without end. */
final class TimeLimit {

    private final Duration time;
    private final Timer timer;
    private final LongSupplier nanoTime;
    private final Consumer<Run> over;

    /** @param over called with each run whose time is over before it has ended */
    TimeLimit(Duration time, Timer timer, LongSupplier nanoTime, Consumer<Run> over) {
        this.time = time;
        this.timer = timer;
        this.nanoTime = nanoTime;
        this.over = over;
    }

    /** When the time of a run that begins now is over. */
    long end() {
        return nanoTime.getAsLong() + time.toNanos();
    }

    /** Looks at a run when its time may be over. */
    Timer.Appointment watch(Run run) {
        return time.isZero() ? () -> {} : timer.after(time, () -> look(run));
    }

    /** Does something when a handler that was to end now has had the same time once more. */
    void afterwards(Runnable task) {
        timer.after(time, task);
    }

    private void look(Run run) {
        if (run.timeOut(nanoTime.getAsLong())) {
            over.accept(run);
        }
    }
}
