package io.relaymq.spring;

import org.jspecify.annotations.Nullable;

/** The application cannot start with Relay as it is configured. The message says what is wrong, {@link #action()} what to do. */
public final class RelayConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    public RelayConfigurationException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
