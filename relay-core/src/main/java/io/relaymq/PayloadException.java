package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A payload cannot be encoded, or cannot be read as the type that the receiver wants. In a handler it makes a dead letter at
 * once: another attempt would fail alike.
 */
public class PayloadException extends RelayException {

    public PayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public PayloadException(String message) {
        super(message);
    }
}
