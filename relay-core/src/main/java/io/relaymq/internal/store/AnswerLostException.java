package io.relaymq.internal.store;

import io.relaymq.RelayUnavailableException;
import org.jspecify.annotations.Nullable;

/** No answer came to what was sent: it may have been carried out. For internal use. */
public final class AnswerLostException extends RelayUnavailableException {

    public AnswerLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
