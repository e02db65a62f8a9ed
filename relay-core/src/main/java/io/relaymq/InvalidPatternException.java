package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A pattern that breaks a rule. The message names the rule, the segment and the position. It is thrown where patterns
 * are given, when a subscription is made, never when a message arrives.
 *
 * @see SubjectPattern
 */
public final class InvalidPatternException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String pattern;
    private final GrammarRule rule;
    private final int segment;
    private final int position;

    InvalidPatternException(String pattern, Violation violation) {
        this(
                "Invalid pattern " + PrintableText.quote(pattern) + ": " + violation.describe(pattern),
                pattern,
                violation);
    }

    private InvalidPatternException(String message, String pattern, Violation violation) {
        super(message);
        this.pattern = pattern;
        this.rule = violation.rule();
        this.segment = violation.segment();
        this.position = violation.position();
    }

    /** A blank entry is refused rather than ignored: most often it is a placeholder that resolved to nothing. */
    static InvalidPatternException blankEntry(@Nullable String entry, int number, int size) {
        String message =
                "Invalid pattern list: entry " + number + " of " + size + " is " + (entry == null ? "null" : "blank")
                        + ". Remove it; to receive every subject, give no patterns or '>'.";
        return new InvalidPatternException(
                message, entry == null ? "" : entry, Violation.ofWhole(GrammarRule.BLANK_ENTRY));
    }

    /**
     * Returns the refused pattern, as it was given, with its {@code !} if it has one; empty for a {@code null} entry of a
     * list.
     *
     * @return the pattern
     */
    public String pattern() {
        return pattern;
    }

    /**
     * Returns the first rule it breaks, from left to right.
     *
     * @return the rule
     */
    public GrammarRule rule() {
        return rule;
    }

    /**
     * Returns which segment breaks the rule.
     *
     * @return the number of the segment, from 1; 0 if it is the pattern as a whole
     */
    public int segment() {
        return segment;
    }

    /**
     * Returns which character breaks the rule, or where the segment at fault begins.
     *
     * @return the index in {@link #pattern()}, from 0, a leading {@code !} included; -1 if it is the pattern as a whole
     */
    public int position() {
        return position;
    }
}
