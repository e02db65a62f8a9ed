package io.relaymq.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The publisher: numbers its messages and has at most {@link Work#WINDOW} of them unanswered. Used by one thread. */
public final class Feeder {

    /** How far a subscription may fall behind: a run measures what a system can keep up with, not what it can put aside. */
    private static final int MOST_LAG = 5_000;

    private static final int LOOK_EVERY = 64;

    /** Below this a thread that sleeps oversleeps. */
    private static final long SPIN_NANOS = 100_000;

    private final Session session;
    private final Work work;
    private final Receipts receipts;
    private final Semaphore window = new Semaphore(Work.WINDOW);
    private volatile @Nullable Throwable failure;
    private long next;

    public Feeder(Session session, Work work, Receipts receipts) {
        this.session = session;
        this.work = work;
        this.receipts = receipts;
    }

    /** Publishes as fast as answers come, while every subscription keeps up. Returns how many. */
    public long feed(Duration time) {
        long first = next;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end && next < Work.MOST_MESSAGES) {
            publish(System.nanoTime());
            if (next % LOOK_EVERY == 0) {
                requireProgress(receipts.awaitLag(MOST_LAG));
            }
        }
        finish();
        return next - first;
    }

    /** Publishes a number of messages at a rate, each at its time whatever became of the one before. */
    public void feed(long messages, double perSecond) {
        long begin = System.nanoTime();
        for (long i = 0; i < messages; i++) {
            long intended = begin + (long) (i * 1e9 / perSecond);
            awaitTime(intended);
            publish(intended);
        }
        finish();
    }

    /** Publishes a number of messages as fast as answers come, whatever the subscriptions do. */
    public void burst(long messages) {
        for (long i = 0; i < messages; i++) {
            publish(System.nanoTime());
        }
        finish();
    }

    private void publish(long intended) {
        window.acquireUninterruptibly();
        long number = next++;
        receipts.expect(number);
        session.publish(Addresses.subject(number), Body.of(number, intended, work.payload()))
                .whenComplete((answer, problem) -> {
                    if (problem != null) {
                        failure = problem;
                    }
                    window.release();
                });
    }

    private void finish() {
        window.acquireUninterruptibly(Work.WINDOW);
        window.release(Work.WINDOW);
        Throwable problem = failure;
        if (problem != null) {
            throw new IllegalStateException("A publish failed", problem);
        }
    }

    private static void requireProgress(boolean progress) {
        if (!progress) {
            throw new IllegalStateException("A subscription receives nothing any more");
        }
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            if (left > SPIN_NANOS) {
                LockSupport.parkNanos(left - SPIN_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
