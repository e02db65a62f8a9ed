package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler: this message will never succeed. It becomes a dead letter at once, without further attempts.
 */
public class RejectMessageException extends RelayException {

    public RejectMessageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public RejectMessageException(String message) {
        super(message);
    }
}
