package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that should not handle this message here and now: it is about to stop, or has lost what it needs. The
 * delivery is given back as if it had not run: no attempt is spent and no stall is counted. Half a second later it is due
 * again, and the next consumer runs it, which may be this one.
 */
public class ReleaseMessageException extends RelayException {

    public ReleaseMessageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public ReleaseMessageException(String message) {
        super(message);
    }
}
