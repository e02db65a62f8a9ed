package io.relaymq;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern in the one spelling that all patterns of its meaning share: only the wildcards {@code *} and {@code #}, and
 * in every run of wildcards that holds a {@code #}, all stars come first and one {@code #} ends it.
 */
final class CanonicalPattern {

    private final String text;
    private final String[] segments;
    private final int firstMany;
    private final int lastMany;

    private CanonicalPattern(List<String> segments) {
        this.text = String.join(".", segments);
        this.segments = segments.toArray(String[]::new);
        this.firstMany = segments.indexOf("#");
        this.lastMany = segments.lastIndexOf("#");
    }

    /** Takes a valid pattern without a mark of exclusion. */
    static CanonicalPattern of(String pattern) {
        List<String> canonical = new ArrayList<>();
        int stars = 0;
        boolean many = false;
        for (String segment : pattern.split("\\.", -1)) {
            if (isWildcard(segment)) {
                stars += segment.equals("#") ? 0 : 1;
                many |= !segment.equals("*");
            } else {
                addWildcards(canonical, stars, many);
                canonical.add(segment);
                stars = 0;
                many = false;
            }
        }
        addWildcards(canonical, stars, many);
        return new CanonicalPattern(canonical);
    }

    private static void addWildcards(List<String> canonical, int stars, boolean many) {
        for (int i = 0; i < stars; i++) {
            canonical.add("*");
        }
        if (many) {
            canonical.add("#");
        }
    }

    static boolean isWildcard(String segment) {
        return Grammar.isWildcard(segment.charAt(0));
    }

    String text() {
        return text;
    }

    boolean isOpen() {
        return firstMany >= 0;
    }

    boolean isResidual() {
        return firstMany != lastMany;
    }

    /** The segments before the first {@code #}; all of them if there is none. */
    List<String> prefix() {
        return List.of(segments).subList(0, isOpen() ? firstMany : segments.length);
    }

    /** The segments after the last {@code #}; none if there is none. */
    List<String> suffix() {
        return List.of(segments).subList(isOpen() ? lastMany + 1 : segments.length, segments.length);
    }

    String row() {
        if (!isResidual()) {
            return text;
        }
        List<String> row = new ArrayList<>(prefix());
        row.add("##");
        row.addAll(suffix());
        return String.join(".", row);
    }

    /**
     * Matches from left to right. Where a segment does not fit, only the last {@code #} before it takes one more: what an
     * earlier one could take instead, this one can too. So the steps are bounded by segments times segments.
     */
    boolean matches(SubjectSegments subject) {
        int next = 0;
        int afterMany = -1;
        int resumeAt = 0;
        int i = 0;
        while (i < subject.count()) {
            if (next < segments.length && isMany(next)) {
                afterMany = ++next;
                resumeAt = i;
                if (next == segments.length) {
                    return true;
                }
            } else if (next < segments.length && takes(next, subject, i)) {
                next++;
                i++;
            } else if (afterMany >= 0) {
                next = afterMany;
                i = ++resumeAt;
            } else {
                return false;
            }
        }
        return next == segments.length || (next == segments.length - 1 && isMany(next));
    }

    private boolean isMany(int segment) {
        return segments[segment].charAt(0) == '#';
    }

    private boolean takes(int segment, SubjectSegments subject, int i) {
        return segments[segment].charAt(0) == '*' || subject.is(i, segments[segment]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CanonicalPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
