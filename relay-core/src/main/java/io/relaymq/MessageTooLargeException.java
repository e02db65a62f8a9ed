package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A message is larger than {@link RelayOptions#maxMessageSize()}. Nothing was stored.
 */
public class MessageTooLargeException extends RelayException {

    public MessageTooLargeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public MessageTooLargeException(String message) {
        super(message);
    }
}
