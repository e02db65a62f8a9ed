package io.relaymq.internal.store;

import java.util.List;

/**
 * The reply of a subscribe; up to the id {@code replayed} messages are delivered again on purpose, up to
 * the id {@code retained} they are retained values. For internal use.
 */
public record Subscribed(
        Change change,
        String epoch,
        boolean copying,
        String incarnation,
        String since,
        List<String> patternsBefore,
        String replayed,
        String retained) {

    /** What the subscribe did. */
    public enum Change {
        CREATED,
        EXISTS,
        CHANGED,
        REPAIRED
    }
}
