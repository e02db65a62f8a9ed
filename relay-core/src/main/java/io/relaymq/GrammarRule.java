package io.relaymq;

/**
 * The rule that an invalid subject or pattern breaks.
 *
 * @see InvalidSubjectException#rule()
 * @see InvalidPatternException#rule()
 */
public enum GrammarRule {

    /** The subject or pattern has no characters at all (for an exclusion: none after the {@code !}). */
    EMPTY,

    /** A list of patterns holds an entry that is {@code null} or only white space. */
    BLANK_ENTRY,

    /** There is nothing between two dots, before the first or after the last one. */
    EMPTY_SEGMENT,

    /** A character is none of {@code A-Z a-z 0-9 _ - : %}, the dot and, in patterns, the wildcards. */
    ILLEGAL_CHARACTER,

    /** A subject holds {@code *}, {@code >} or {@code #}: messages are published to one address, not to a pattern. */
    WILDCARD_IN_SUBJECT,

    /** A wildcard shares its segment with other characters, as in {@code a*} or {@code **}. */
    GLUED_WILDCARD,

    /** The wildcard {@code >} stands before the last segment. */
    TAIL_NOT_LAST,

    /** There are more than {@value Subjects#MAX_BYTES} bytes. */
    TOO_LONG,

    /** There are more than {@value Subjects#MAX_SEGMENTS} segments. */
    TOO_MANY_SEGMENTS
}
