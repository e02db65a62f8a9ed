package io.relaymq;

/**
 * What a subject may look like, and how any text becomes a segment of one.
 *
 * <p>A subject is 1 to {@value #MAX_SEGMENTS} segments joined by dots, {@code orders.42.status}, at most
 * {@value #MAX_BYTES} bytes in all. A segment is one or more of {@code A-Z a-z 0-9 _ - : %}. Case matters, and {@code %}
 * has no meaning of its own. The datastore enforces the same rules, whatever the client.
 *
 * <p>All methods are stateless and thread-safe.
 */
public final class Subjects {

    /** The most segments a subject or pattern may have. */
    public static final int MAX_SEGMENTS = 16;

    /** The most bytes a subject or pattern may have, dots included. All legal characters are one byte each. */
    public static final int MAX_BYTES = 512;

    private Subjects() {}

    /**
     * Returns whether messages can be published to this subject.
     *
     * @param subject any text
     * @return true if it breaks no rule
     */
    public static boolean isValid(String subject) {
        return Grammar.violationInSubject(subject) == null;
    }

    /**
     * Returns the subject if it is valid.
     *
     * @param subject any text
     * @return the same subject
     * @throws InvalidSubjectException if it breaks a rule; the message says which one, and where
     */
    public static String requireValid(String subject) {
        Violation violation = Grammar.violationInSubject(subject);
        if (violation != null) {
            throw new InvalidSubjectException(subject, violation);
        }
        return subject;
    }

    /**
     * Turns any text into one valid segment, so that an identifier, a name or an address can be part of a subject:
     * {@code "orders." + Subjects.encodeSegment("a.b/ü")} is {@code orders.a%2Eb%2F%C3%BC}.
     *
     * <p>{@code A-Z a-z 0-9 _ -} stay as they are; every other character becomes its UTF-8 bytes, each as {@code %} and
     * two upper-case hexadecimal digits. Different texts give different segments, and no dot and no wildcard survives.
     * The result may be three (for text outside ASCII, up to nine) times as long as the text; whether the whole subject
     * fits into {@link #MAX_BYTES} is judged when the subject is used.
     *
     * @param value any text but the empty one
     * @return a segment from which {@link #decodeSegment} restores the text
     * @throws IllegalArgumentException if the text is empty, or holds half a surrogate pair, which has no UTF-8 form
     */
    public static String encodeSegment(String value) {
        return SegmentEncoding.encode(value);
    }

    /**
     * Restores the text that {@link #encodeSegment} turned into a segment.
     *
     * <p>It also reads what {@code encodeSegment} would not write: {@code :} stands for itself, and percent sequences
     * may be in lower case or stand for characters that need none.
     *
     * @param segment one segment of a subject
     * @return the text
     * @throws IllegalArgumentException if the segment is empty, holds a character that no segment may hold, a {@code %}
     *     without two hexadecimal digits, or bytes that are not UTF-8
     */
    public static String decodeSegment(String segment) {
        return SegmentEncoding.decode(segment);
    }
}
