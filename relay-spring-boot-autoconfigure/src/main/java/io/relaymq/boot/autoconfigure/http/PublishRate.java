package io.relaymq.boot.autoconfigure.http;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.http.HttpStatus;

/** How many messages a second this process takes: a bucket that holds one second's worth. */
final class PublishRate {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final int perSecond;
    private final LongSupplier nanoTime;
    private double tokens; // guarded by this
    private long filledAt; // guarded by this

    /** @param perSecond 0 = no limit */
    PublishRate(int perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.tokens = perSecond;
        this.filledAt = nanoTime.getAsLong();
    }

    /** @throws Problem if there is no room now */
    synchronized void enter() {
        if (perSecond == 0) {
            return;
        }
        long now = nanoTime.getAsLong();
        tokens = Math.min(perSecond, tokens + (double) (now - filledAt) * perSecond / SECOND);
        filledAt = now;
        if (tokens < 1) {
            throw new Problem(
                            HttpStatus.TOO_MANY_REQUESTS,
                            "rate-limited",
                            "This server takes " + perSecond + " messages a second. Nothing was stored.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        tokens--;
    }
}
