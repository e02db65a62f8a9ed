package io.relaymq.embedded;

import org.jspecify.annotations.Nullable;

/** A server could not be found, run or started. The message says what was tried and ends with what the server printed. */
public final class RedisStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean portTaken;

    RedisStartException(String message) {
        this(message, null);
    }

    RedisStartException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private RedisStartException(String message, @Nullable Throwable cause, boolean portTaken) {
        super(message, cause);
        this.portTaken = portTaken;
    }

    static RedisStartException portTaken(String message) {
        return new RedisStartException(message, null, true);
    }

    /** Whether the start failed because something else listens on the port. */
    public boolean isPortTaken() {
        return portTaken;
    }
}
