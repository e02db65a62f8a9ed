package io.relaymq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The retained values of a broadcast, one for each subject that has one. Every call waits for Redis and fails with a
 * {@link RelayUnavailableException} if it cannot be reached or does not answer. Thread-safe.
 */
public interface RetainedValues {

    /**
     * The value of a subject; null if it has none.
     *
     * @throws InvalidSubjectException if the subject breaks a rule
     */
    @Nullable
    RetainedValue get(String subject);

    /**
     * One page of the values whose subjects match, in the order in which they were published. One that is published anew while
     * pages are read moves to the end.
     *
     * @param patterns as of a subscription; empty = every subject
     * @param after the id of the last one of the page before; null for the first page
     * @param limit most to return, from 1 to 1,000
     * @throws InvalidPatternException if a pattern breaks a rule
     */
    List<RetainedValue> page(List<String> patterns, @Nullable String after, int limit);

    /**
     * Takes the value of a subject away; what was delivered of it stays delivered.
     *
     * @return false if it has none
     * @throws InvalidSubjectException if the subject breaks a rule
     */
    boolean delete(String subject);
}
