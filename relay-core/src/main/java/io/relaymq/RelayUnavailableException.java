package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * Redis cannot be reached, does not answer, or refuses. For a publish: nothing was stored.
 */
public class RelayUnavailableException extends RelayException {

    public RelayUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public RelayUnavailableException(String message) {
        super(message);
    }
}
