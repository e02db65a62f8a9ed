package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.DeadLetterQuery;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which dead letters are asked for, as it was written. */
record LetterChoice(
        @Nullable String id,
        @Nullable List<String> patterns,
        @Nullable String cause,
        @Nullable String from,
        @Nullable String until) {

    /**
     * @throws IllegalArgumentException if a value is not valid
     */
    DeadLetterQuery query() {
        List<String> wanted = patterns == null ? List.of() : patterns;
        return new DeadLetterQuery(wanted, cause, instant("from", from), instant("until", until));
    }

    boolean isEmpty() {
        boolean anySubject = patterns == null || patterns.isEmpty();
        return id == null && anySubject && cause == null && from == null && until == null;
    }

    private static @Nullable Instant instant(String name, @Nullable String given) {
        try {
            return given == null ? null : Instant.parse(given);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "Expected '" + name + "' to be an instant such as 2026-11-30T08:00:00Z, got: " + given, e);
        }
    }
}
