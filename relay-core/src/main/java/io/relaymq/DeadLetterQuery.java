package io.relaymq;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters: those for which everything given holds.
 *
 * @param patterns patterns of the subject; empty = every subject
 * @param cause what the cause's class name ends with, such as {@code TimeoutException}; null = any
 * @param from died at this instant or later; null = any
 * @param until died before this instant; null = any
 */
public record DeadLetterQuery(
        List<String> patterns,
        @Nullable String cause,
        @Nullable Instant from,
        @Nullable Instant until) {

    /**
     * @throws InvalidPatternException if a pattern breaks a rule
     */
    public DeadLetterQuery {
        patterns = List.copyOf(SubjectMatcher.compile(patterns).patterns());
    }

    /** All of them. */
    public static DeadLetterQuery all() {
        return new DeadLetterQuery(List.of(), null, null, null);
    }

    /** These, with a subject that one of the patterns matches. */
    public DeadLetterQuery withPatterns(String... patterns) {
        return new DeadLetterQuery(List.of(patterns), cause, from, until);
    }

    /** These, with a cause whose class name ends so. */
    public DeadLetterQuery withCause(String cause) {
        return new DeadLetterQuery(patterns, cause, from, until);
    }

    /** These, died at this instant or later. */
    public DeadLetterQuery from(Instant from) {
        return new DeadLetterQuery(patterns, cause, from, until);
    }

    /** These, died before this instant. */
    public DeadLetterQuery until(Instant until) {
        return new DeadLetterQuery(patterns, cause, from, until);
    }
}
