package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A handler ran longer than {@link WorkerOptions#handlerTimeout()}. The attempt counts as failed; what the handler does later
 * changes nothing.
 */
public class HandlerTimeoutException extends RelayException {

    public HandlerTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public HandlerTimeoutException(String message) {
        super(message);
    }
}
