package io.relaymq;

/**
 * One pattern of subjects: what a subscription wants, or with a leading {@code !} what it does not want.
 *
 * <p>A pattern is written like a subject (see {@link Subjects}), and any of its segments may be a wildcard:
 *
 * <ul>
 *   <li>{@code *} stands for exactly one segment, anywhere: {@code orders.*.status};
 *   <li>{@code >} stands for one or more segments and comes last, as in NATS: {@code orders.>} matches {@code orders.42}
 *       but not {@code orders};
 *   <li>{@code #} stands for zero or more segments, anywhere, as in RabbitMQ's topic exchange: {@code orders.#} matches
 *       {@code orders} too.
 * </ul>
 *
 * <p>A wildcard is a whole segment; {@code a*} and {@code **} are invalid. The {@code !} does not count towards the
 * limits of {@value Subjects#MAX_SEGMENTS} segments and {@value Subjects#MAX_BYTES} bytes.
 *
 * <p>Patterns are immutable and thread-safe, and equal if their texts are.
 */
public final class SubjectPattern {

    private final String text;
    private final boolean exclusion;
    private final CanonicalPattern canonical;

    private SubjectPattern(String text) {
        this.text = text;
        this.exclusion = Grammar.isExclusion(text);
        this.canonical = CanonicalPattern.of(exclusion ? text.substring(1) : text);
    }

    /**
     * Reads a pattern.
     *
     * @param text the pattern, with {@code !} in front if it excludes
     * @return the pattern
     * @throws InvalidPatternException if it breaks a rule; the message says which one, and where
     */
    public static SubjectPattern of(String text) {
        Violation violation = Grammar.violationInPattern(text);
        if (violation != null) {
            throw new InvalidPatternException(text, violation);
        }
        return new SubjectPattern(text);
    }

    /**
     * Returns whether the pattern matches a subject. For an exclusion this is whether its positive part does:
     * {@code !a.*} matches {@code a.b}, which is to say that it excludes it.
     *
     * @param subject the subject of a message
     * @return true if it matches
     * @throws InvalidSubjectException if the subject breaks a rule
     */
    public boolean matches(String subject) {
        try (SubjectSegments segments = SubjectSegments.of(subject)) {
            return canonical.matches(segments);
        }
    }

    /**
     * Returns the pattern as it was given.
     *
     * @return the text, with its {@code !} if it has one
     */
    public String text() {
        return text;
    }

    /**
     * Returns whether the pattern takes subjects away instead of adding them.
     *
     * @return true if it begins with {@code !}
     */
    public boolean isExclusion() {
        return exclusion;
    }

    /**
     * Returns the spelling that all patterns of the same meaning share, and under which the datastore keeps them. It
     * knows only {@code *} and {@code #}: {@code >} is {@code *.#}, and of neighbouring wildcards with a {@code #} among
     * them all stars come first and one {@code #} is left, so that {@code #.*.#} is {@code *.#} as well. It may be one
     * segment longer than the pattern.
     *
     * @return the canonical pattern, without the {@code !} of an exclusion
     */
    public String canonical() {
        return canonical.text();
    }

    /**
     * Returns the row of the datastore's route table that holds the pattern. It is the canonical pattern; only of a
     * {@linkplain #isResidual() residual} pattern everything from the first to the last {@code #} is written as one
     * segment {@code ##}: {@code a.#.b.#.c} is in row {@code a.##.c}, together with every other pattern that begins and
     * ends so.
     *
     * @return the name of the row
     */
    public String row() {
        return canonical.row();
    }

    /**
     * Returns the row without its literals, each of them written as {@code x}: {@code orders.*.status} has the shape
     * {@code x.*.x}, {@code orders.>} has {@code x.*.#}. The datastore keeps the shapes it knows. To route a subject, it
     * puts the subject's segments in place of every {@code x} of every shape that fits, and looks up those rows.
     *
     * @return the shape
     */
    public String shape() {
        return PatternShape.text(canonical);
    }

    /**
     * Returns whether literals stand between two {@code #}, as in {@code a.#.b.#}. Then the row does not tell the whole
     * pattern, and whoever finds it by its row has to match it in full.
     *
     * @return true if the canonical pattern has two or more {@code #}
     */
    public boolean isResidual() {
        return canonical.isResidual();
    }

    CanonicalPattern canonicalPattern() {
        return canonical;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubjectPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the pattern as it was given. */
    @Override
    public String toString() {
        return text;
    }
}
