package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * What the world does to Relay: the root of its unchecked exceptions. Wrong arguments are {@link IllegalArgumentException}s,
 * calls at a wrong moment {@link IllegalStateException}s.
 */
public abstract class RelayException extends RuntimeException {

    protected RelayException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    protected RelayException(String message) {
        super(message);
    }
}
