package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A publish would have taken messages that a subscription has not been given, and the broadcast's policy is
 * {@link BroadcastOptions.Overflow#REJECT}. It was not stored.
 */
public class BroadcastOverflowException extends RelayException {

    public BroadcastOverflowException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public BroadcastOverflowException(String message) {
        super(message);
    }
}
