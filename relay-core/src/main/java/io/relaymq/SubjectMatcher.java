package io.relaymq;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The patterns of one subscription, and whether it receives a subject.
 *
 * <p>A subject is received if some pattern matches it and no {@linkplain SubjectPattern#isExclusion() exclusion} does;
 * the order of the patterns does not matter. Without any pattern, and also if there are only exclusions, every subject
 * counts as matched at first: {@code ["!audit.>"]} is everything but {@code audit.>}.
 *
 * <p>A matcher is immutable and thread-safe. Matching allocates nothing, and costs about the same for one pattern as for
 * thousands of the same few {@linkplain SubjectPattern#shape() shapes}.
 */
public final class SubjectMatcher {

    /** How many patterns an explanation lists at most. */
    private static final int SHOWN = 5;

    private static final SubjectMatcher ALL = new SubjectMatcher(Set.of());

    private final List<SubjectPattern> patterns;
    private final SubjectIndex<SubjectPattern> wanted;
    private final SubjectIndex<SubjectPattern> excluded;

    private SubjectMatcher(Set<SubjectPattern> patterns) {
        this.patterns = List.copyOf(patterns);
        this.wanted = index(false);
        this.excluded = index(true);
    }

    private SubjectIndex<SubjectPattern> index(boolean exclusions) {
        SubjectIndex.Builder<SubjectPattern> index = SubjectIndex.builder();
        patterns.stream().filter(p -> p.isExclusion() == exclusions).forEach(p -> index.add(p, p));
        return index.build();
    }

    /**
     * Returns the matcher without patterns.
     *
     * @return a matcher of every subject
     */
    public static SubjectMatcher all() {
        return ALL;
    }

    /**
     * Reads a list of patterns. Repeated ones count once.
     *
     * @param patterns the patterns; {@code null} or an empty list for every subject
     * @return their matcher
     * @throws InvalidPatternException if a pattern breaks a rule, or an entry of the list is {@code null} or blank
     */
    public static SubjectMatcher compile(@Nullable List<? extends @Nullable String> patterns) {
        if (patterns == null || patterns.isEmpty()) {
            return ALL;
        }
        Set<SubjectPattern> compiled = new LinkedHashSet<>();
        int number = 0;
        for (String pattern : patterns) {
            number++;
            if (pattern == null || pattern.isBlank()) {
                throw InvalidPatternException.blankEntry(pattern, number, patterns.size());
            }
            compiled.add(SubjectPattern.of(pattern));
        }
        return new SubjectMatcher(compiled);
    }

    /**
     * Returns whether the subscription receives the subject.
     *
     * @param subject the subject of a message
     * @return true if it does
     * @throws InvalidSubjectException if the subject breaks a rule; to be told instead, use {@link #explain}
     */
    public boolean matches(String subject) {
        try (SubjectSegments segments = SubjectSegments.of(subject)) {
            return (wanted.size() == 0 || wanted.hasMatch(segments)) && !excluded.hasMatch(segments);
        }
    }

    /**
     * Returns whether the subscription receives every subject that another one does; for rules of who may receive what.
     *
     * @param other the patterns of the other one
     * @return true if it does; false if it does not, and also for lists so entangled that it would take too long to tell
     */
    public boolean covers(SubjectMatcher other) {
        return PatternCover.covers(this, other);
    }

    /**
     * Returns whether the subscription receives the subject, and why: the question to ask when a message did not arrive.
     *
     * @param subject any text; if it is not a valid subject, that is the explanation
     * @return the explanation
     */
    public Explanation explain(String subject) {
        Violation violation = Grammar.violationInSubject(subject);
        if (violation != null) {
            return new Explanation(false, null, InvalidSubjectException.message(subject, violation));
        }
        SubjectPattern excluding = first(subject, true);
        if (excluding != null) {
            return new Explanation(false, excluding, sentence(subject, "is excluded by '" + excluding + "'"));
        }
        SubjectPattern matching = first(subject, false);
        if (matching != null) {
            return new Explanation(true, matching, sentence(subject, "is matched by '" + matching + "'"));
        }
        return explainWithoutPattern(subject);
    }

    private @Nullable SubjectPattern first(String subject, boolean exclusion) {
        for (SubjectPattern pattern : patterns) {
            if (pattern.isExclusion() == exclusion && pattern.matches(subject)) {
                return pattern;
            }
        }
        return null;
    }

    private Explanation explainWithoutPattern(String subject) {
        if (patterns.isEmpty()) {
            return new Explanation(true, null, sentence(subject, "is matched: without patterns every subject is"));
        }
        if (wanted.size() == 0) {
            return new Explanation(true, null, sentence(subject, "is matched: " + none("exclusions") + " matches it"));
        }
        return new Explanation(false, null, sentence(subject, "is not matched: " + none("patterns") + " matches it"));
    }

    private String none(String what) {
        List<SubjectPattern> shown = patterns.subList(0, Math.min(patterns.size(), SHOWN));
        String listed = shown.stream().map(SubjectPattern::text).collect(Collectors.joining(", "));
        return "none of the " + what + " (" + listed + (shown.size() < patterns.size() ? ", ..." : "") + ")";
    }

    private static String sentence(String subject, String predicate) {
        return "Subject '" + subject + "' " + predicate + ".";
    }

    /**
     * Returns the patterns as they were given, without repetitions.
     *
     * @return the texts in their order; empty if every subject matches
     */
    public List<String> patterns() {
        return patterns.stream().map(SubjectPattern::text).toList();
    }

    /** Returns the list of patterns. */
    @Override
    public String toString() {
        return "SubjectMatcher" + patterns;
    }

    /**
     * Why a subject is received, or why not.
     *
     * @param matched whether the subscription receives it
     * @param pattern the pattern that decided, the first one in the order given; {@code null} if none did
     * @param reason one sentence for people: matched by, excluded by, none matches, or invalid because
     */
    public record Explanation(boolean matched, @Nullable SubjectPattern pattern, String reason) {

        /** Returns the {@link #reason}. */
        @Override
        public String toString() {
            return reason;
        }
    }
}
