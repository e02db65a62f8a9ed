package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A publish was sent, but its answer did not come: the message may or may not have been stored. It is never repeated
 * silently.
 */
public class PublishOutcomeUnknownException extends RelayException {

    public PublishOutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public PublishOutcomeUnknownException(String message) {
        super(message);
    }
}
