package io.relaymq.internal.redis;

import org.jspecify.annotations.Nullable;

/** A command did not get its answer. */
final class LinkException extends RuntimeException {

    private final boolean sent;

    LinkException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
    }

    /** Whether the server may have carried it out. */
    boolean sent() {
        return sent;
    }
}
