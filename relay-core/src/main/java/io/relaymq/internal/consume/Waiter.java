package io.relaymq.internal.consume;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for a wake or for a time. The only place where a thread of Relay sleeps. */
final class Waiter {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken; // guarded by lock

    void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What came before is known: only a later wake counts. */
    void reset() {
        lock.lock();
        try {
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until woken, at most this long. */
    void await(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!woken && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits this long, woken or not. */
    void pause(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
