package io.relaymq.embedded;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** What holds a piece back on its way: a shut gate, or a delay. Whoever waits here notices at once when the gate opens. */
final class LinkGate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean shut;
    private Duration delay = Duration.ZERO;

    void shut() {
        change(() -> shut = true);
    }

    void open() {
        change(() -> shut = false);
    }

    void delay(Duration newDelay) {
        if (newDelay.isNegative()) {
            throw new IllegalArgumentException("Latency " + newDelay + " is negative");
        }
        change(() -> delay = newDelay);
    }

    /** Wakes those who wait, to look again whether they still want to pass. */
    void wake() {
        change(() -> {});
    }

    /** Returns when the delay is over and the gate is open, or when nobody wants to pass any more. */
    void pass(BooleanSupplier wanted) throws InterruptedException {
        lock.lock();
        try {
            long start = System.nanoTime();
            long left = delay.toNanos();
            while (wanted.getAsBoolean() && (shut || left > 0)) {
                if (shut) {
                    changed.await();
                } else {
                    changed.awaitNanos(left);
                }
                left = delay.toNanos() - (System.nanoTime() - start);
            }
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
