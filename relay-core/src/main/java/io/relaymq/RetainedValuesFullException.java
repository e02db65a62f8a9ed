package io.relaymq;

import org.jspecify.annotations.Nullable;

/** As many subjects of a broadcast as may, 100,000, have a retained value, and this one has none. The message was not stored. */
public class RetainedValuesFullException extends RelayException {

    public RetainedValuesFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public RetainedValuesFullException(String message) {
        super(message);
    }
}
