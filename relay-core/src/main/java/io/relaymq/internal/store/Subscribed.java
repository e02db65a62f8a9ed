package io.relaymq.internal.store;

import java.util.List;

/** The reply of a subscribe. For internal use. */
public record Subscribed(
        Change change, String epoch, boolean copying, String incarnation, String since, List<String> patternsBefore) {

    /** What the subscribe did. */
    public enum Change {
        CREATED,
        EXISTS,
        CHANGED,
        REPAIRED
    }
}
