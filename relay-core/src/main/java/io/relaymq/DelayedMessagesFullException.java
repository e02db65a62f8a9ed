package io.relaymq;

import org.jspecify.annotations.Nullable;

/** As many delayed messages as a broadcast may keep, 100,000, wait to be published. It was not stored. */
public class DelayedMessagesFullException extends RelayException {

    public DelayedMessagesFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public DelayedMessagesFullException(String message) {
        super(message);
    }
}
