package io.relaymq.internal.consume;

import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler: its call, and then the stage that the call returned. It ends exactly once, by itself or because its
 * time was over. The thread is interrupted only while the call lasts.
 */
final class Run {

    private final Held held;
    private final TimeLimit limit;
    private final long began;

    private @Nullable Thread thread = Thread.currentThread(); // guarded by this
    private @Nullable CompletableFuture<?> future; // guarded by this
    private Timer.Appointment timeout = () -> {}; // guarded by this
    private long deadline; // guarded by this
    private boolean ended; // guarded by this
    private boolean completed; // guarded by this

    Run(Held held, TimeLimit limit, long began) {
        this.held = held;
        this.limit = limit;
        this.began = began;
    }

    Held held() {
        return held;
    }

    long began() {
        return began;
    }

    /** Its time begins, or begins anew. False if it has ended. */
    synchronized boolean restart() {
        if (!ended) {
            timeout.cancel();
            deadline = limit.end();
            timeout = limit.watch(this);
        }
        return !ended;
    }

    /** It has come to its end. False if its time was over before. */
    synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        timeout.cancel();
        return first;
    }

    /** Ends it if its time is over, and was not begun anew. */
    synchronized boolean timeOut(long now) {
        return now - deadline >= 0 && end();
    }

    /** The call is over, what it returned may last. If its time was over before, nobody waits for that. */
    void returned(@Nullable CompletableFuture<?> future) {
        boolean late;
        synchronized (this) {
            thread = null;
            this.future = future;
            late = ended;
        }
        if (late) {
            cancel();
        }
    }

    /** The stage is complete. False if it had said so before. */
    synchronized boolean complete() {
        boolean first = !completed;
        completed = true;
        future = null;
        return first;
    }

    /** Its time is over: interrupts the call, or has the stage cancelled, of which user code may be waiting for the end. */
    synchronized void stop(Executor handlers) {
        if (thread != null) {
            thread.interrupt();
        } else if (future != null) {
            handlers.execute(this::cancel);
        }
    }

    private void cancel() {
        CompletableFuture<?> waited;
        synchronized (this) {
            waited = future;
        }
        if (waited != null) {
            Stages.cancel(waited);
        }
    }
}
