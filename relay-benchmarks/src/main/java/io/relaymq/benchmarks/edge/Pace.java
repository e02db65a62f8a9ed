package io.relaymq.benchmarks.edge;

import io.relaymq.Broadcast;
import io.relaymq.benchmarks.load.Work;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The publisher: at a rate, each message at its time whatever became of the one before. Used by one thread. */
final class Pace {

    private final Broadcast broadcast;
    private final double perSecond;
    private final long begin = System.nanoTime();
    private final Semaphore window = new Semaphore(Work.WINDOW);
    private volatile @Nullable Throwable failure;
    private long next;

    Pace(Broadcast broadcast, double perSecond) {
        this.broadcast = broadcast;
        this.perSecond = perSecond;
    }

    /** Until that many are published in all. */
    void publish(long end) {
        for (; next < end; next++) {
            long intended = begin + (long) (next * 1e9 / perSecond);
            for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            window.acquireUninterruptibly();
            Future<?> unused = broadcast
                    .publishAsync(Crowd.message(next, intended))
                    .whenComplete((result, problem) -> {
                        if (problem != null) {
                            failure = problem;
                        }
                        window.release();
                    });
        }
    }

    /** Waits for the last answers. */
    void finish() {
        window.acquireUninterruptibly(Work.WINDOW);
        Throwable problem = failure;
        if (problem != null) {
            throw new IllegalStateException("A publish failed", problem);
        }
    }
}
