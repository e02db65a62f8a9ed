package io.relaymq.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one place that polls. A process and a port tell nobody when they change. */
final class Await {

    private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

    private Await() {}

    /** Whether the condition came true within the limit. An interrupt does not shorten the wait; it is kept for the caller. */
    static boolean until(Duration limit, BooleanSupplier condition) {
        long start = System.nanoTime();
        boolean interrupted = false;
        boolean met = condition.getAsBoolean();
        while (!met && System.nanoTime() - start < limit.toNanos()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted(); // or parking would return at once from now on
            met = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return met;
    }
}
