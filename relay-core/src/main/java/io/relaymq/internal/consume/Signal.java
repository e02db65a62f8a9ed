package io.relaymq.internal.consume;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lock, and waiting until something guarded by it, or seen through it, holds. */
final class Signal {

    /** What is waited for may also change without a signal. */
    private static final Duration LONGEST_LOOK = Duration.ofMillis(50);

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    Signal(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Something changed. */
    void give() {
        locked(() -> changed.signalAll());
    }

    void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition holds. False if the time was over, or the thread interrupted, before. */
    boolean await(Duration timeout, BooleanSupplier condition) {
        long end = nanoTime.getAsLong() + timeout.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                long left = end - nanoTime.getAsLong();
                if (left <= 0) {
                    return false;
                }
                var unused = changed.awaitNanos(Math.min(left, LONGEST_LOOK.toNanos()));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
