package io.relaymq;

/**
 * A subject that breaks a rule. The message names the rule, the segment and the position; nothing was published.
 *
 * @see Subjects
 */
public final class InvalidSubjectException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String subject;
    private final GrammarRule rule;
    private final int segment;
    private final int position;

    InvalidSubjectException(String subject, Violation violation) {
        super(message(subject, violation));
        this.subject = subject;
        this.rule = violation.rule();
        this.segment = violation.segment();
        this.position = violation.position();
    }

    static String message(String subject, Violation violation) {
        return "Invalid subject " + PrintableText.quote(subject) + ": " + violation.describe(subject);
    }

    /**
     * Returns the refused subject, as it was given: unabbreviated, and with whatever characters it holds.
     *
     * @return the subject
     */
    public String subject() {
        return subject;
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
     * @return the number of the segment, from 1; 0 if it is the subject as a whole
     */
    public int segment() {
        return segment;
    }

    /**
     * Returns which character breaks the rule, or where the segment at fault begins.
     *
     * @return the index in {@link #subject()}, from 0; -1 if it is the subject as a whole
     */
    public int position() {
        return position;
    }
}
