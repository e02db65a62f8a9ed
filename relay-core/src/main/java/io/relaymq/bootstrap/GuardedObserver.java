package io.relaymq.bootstrap;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerChanged;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where an observer is called: on a thread of its own, in order, and what it throws is logged. What happens faster than
 * it is told waits, up to a bound; beyond that it is not told, and that is logged.
 */
final class GuardedObserver implements RelayObserver, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GuardedObserver.class);
    private static final int MOST_WAITING = 10_000;

    private final RelayObserver observer;
    private final ThreadPoolExecutor thread;
    private final AtomicLong untold = new AtomicLong(); // since it was last logged

    GuardedObserver(RelayObserver observer) {
        this.observer = observer;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                new NamedThreads("relay-events-", true),
                (task, executor) -> untold(executor));
        thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public void trimmed(BroadcastTrimmed event) {
        tell(one -> one.trimmed(event));
    }

    @Override
    public void workerChanged(WorkerChanged event) {
        tell(one -> one.workerChanged(event));
    }

    @Override
    public void deadLettered(DeadLettered event) {
        tell(one -> one.deadLettered(event));
    }

    @Override
    public void stalled(DeliveriesStalled event) {
        tell(one -> one.stalled(event));
    }

    @Override
    public void expired(SubscriptionExpired event) {
        tell(one -> one.expired(event));
    }

    @Override
    public void reconnected() {
        tell(RelayObserver::reconnected);
    }

    private void tell(Consumer<RelayObserver> what) {
        thread.execute(() -> call(what));
    }

    private void call(Consumer<RelayObserver> what) {
        long missed = untold.getAndSet(0);
        if (missed > 0) {
            log.warn("An observer is too slow: {} events were not told", missed);
        }
        try {
            what.accept(observer);
        } catch (RuntimeException | Error e) {
            log.warn("An observer failed; nothing else is changed by it", e);
        }
    }

    private void untold(ThreadPoolExecutor executor) {
        if (!executor.isShutdown()) {
            untold.incrementAndGet();
        }
    }

    /** Tells what waits, for a moment. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            var unused = thread.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
