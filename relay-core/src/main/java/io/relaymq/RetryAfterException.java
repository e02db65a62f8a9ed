package io.relaymq;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that cannot work now but can later (a rate limit, a 429 or 503): the message is handled again after
 * the delay, and no attempt is spent.
 */
public class RetryAfterException extends RelayException {

    private final Duration delay;

    /** @param delay how long to wait; zero or negative means at once */
    public RetryAfterException(Duration delay, @Nullable Throwable cause) {
        super("Handle again after " + delay, cause);
        this.delay = Objects.requireNonNull(delay, "delay");
    }

    /** As {@link #RetryAfterException(Duration, Throwable)} without a cause. */
    public RetryAfterException(Duration delay) {
        this(delay, null);
    }

    /** How long to wait. */
    public Duration delay() {
        return delay;
    }
}
