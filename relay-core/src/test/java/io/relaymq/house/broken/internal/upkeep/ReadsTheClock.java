package io.relaymq.house.broken.internal.upkeep;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.function.Supplier;

public final class ReadsTheClock {
    Instant instant() {
        return Instant.now();
    }

    Supplier<Instant> reference() {
        return Instant::now;
    }

    long millis() {
        return System.currentTimeMillis();
    }

    long nanos() {
        return System.nanoTime();
    }

    @SuppressWarnings("JavaUtilDate")
    Date date() {
        return new Date();
    }

    InstantSource clock() {
        return InstantSource.system();
    }
}
