package io.relaymq.internal.store;

import java.util.List;

/** The reply of a subscribe; up to the id {@code replayed} messages are delivered again on purpose. For internal use. */
public record Subscribed(
        Change change,
        String epoch,
        boolean copying,
        String incarnation,
        String since,
        List<String> patternsBefore,
        String replayed) {

    /** What the subscribe did. */
    public enum Change {
        CREATED,
        EXISTS,
        CHANGED,
        REPAIRED
    }
}
