package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A broadcast has a layout in Redis that this version of Relay does not know: a newer one wrote it. Nothing was changed. Use a
 * version of Relay that knows it, or another namespace.
 */
public final class UnknownLayoutException extends RelayUnavailableException {

    public UnknownLayoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
