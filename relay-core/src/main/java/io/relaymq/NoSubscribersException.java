package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A message that {@linkplain Message#requireSubscribers() requires subscribers} matched no subscription. It was not stored.
 */
public class NoSubscribersException extends RelayException {

    public NoSubscribersException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public NoSubscribersException(String message) {
        super(message);
    }
}
