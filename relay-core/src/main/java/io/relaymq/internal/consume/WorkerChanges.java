package io.relaymq.internal.consume;

import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.RelayObserver;
import io.relaymq.WorkerChanged;
import io.relaymq.WorkerChanged.Change;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells an observer how a worker changes: each change once, in order. What is over before anybody looks is not told. */
final class WorkerChanges {

    private final BroadcastWorker worker;
    private final Supplier<@Nullable String> problem;
    private final RelayObserver observer;

    // Guarded by this, which is held while the observer is told: so it is told in order.
    private boolean started;
    private boolean failed;
    private boolean paused;
    private boolean stopped;

    /** @param observer must not throw */
    WorkerChanges(BroadcastWorker worker, Supplier<@Nullable String> problem, RelayObserver observer) {
        this.worker = worker;
        this.problem = problem;
        this.observer = observer;
    }

    /** The worker may have changed. */
    synchronized void look() {
        switch (worker.state()) {
            case JOINING -> failing(problem.get());
            case RUNNING, PAUSED -> receiving(worker.state() == State.PAUSED);
            case CLOSING -> {}
            case CLOSED -> ended();
        }
    }

    /** A worker that joins again without a problem is about to find out whether it has one. */
    private void failing(@Nullable String why) {
        if (why != null && !failed) {
            failed = true;
            tell(Change.FAILED, why);
        }
    }

    private void receiving(boolean pausedNow) {
        if (!started || failed) {
            tell(started ? Change.RECOVERED : Change.STARTED, null);
        }
        started = true;
        failed = false;
        if (paused != pausedNow) {
            paused = pausedNow;
            tell(pausedNow ? Change.PAUSED : Change.RESUMED, null);
        }
    }

    private void ended() {
        if (!stopped) {
            stopped = true;
            tell(Change.STOPPED, null);
        }
    }

    private void tell(Change change, @Nullable String why) {
        observer.workerChanged(new WorkerChanged(change, worker.broadcast(), worker.subscription(), why));
    }
}
