package io.relaymq.campaign;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one place where the campaign waits. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis * 1_000_000; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static void until(long limitMillis, String otherwise, BooleanSupplier condition) {
        if (!isTrueWithin(limitMillis, condition)) {
            throw new IllegalStateException(otherwise);
        }
    }

    static boolean isTrueWithin(long limitMillis, BooleanSupplier condition) {
        long end = System.nanoTime() + limitMillis * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            millis(20);
        }
        return true;
    }
}
