package io.relaymq;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern in the one spelling that all patterns of its meaning share: only the wildcards {@code *} and {@code #}, and
 * in every run of wildcards that holds a {@code #}, all stars come first and one {@code #} ends it.
 */
final class CanonicalPattern {

    private static final int NONE = -1;

    private final String text;

    private CanonicalPattern(String text) {
        this.text = text;
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
        return new CanonicalPattern(String.join(".", canonical));
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

    /** Whether there is a {@code #}: literals hold none. */
    boolean isOpen() {
        return text.indexOf('#') >= 0;
    }

    boolean isResidual() {
        return text.indexOf('#') != text.lastIndexOf('#');
    }

    /** The name under which the pattern is found; a residual one shares it with others. */
    String row() {
        return isResidual() ? text.substring(0, text.indexOf('#')) + "#" + text.substring(text.lastIndexOf('#')) : text;
    }

    List<String> rowSegments() {
        return List.of(row().split("\\.", -1));
    }

    /**
     * Matches from left to right. Where a segment does not fit, only the last {@code #} before it takes one more: what an
     * earlier one could take instead, this one can too. So the steps are bounded by segments times segments.
     *
     * <p>It walks the text itself, not a list of segments: with very many patterns, each object on the way to the
     * characters is a cache miss.
     */
    boolean matches(SubjectSegments subject) {
        int at = 0; // where the next segment of the pattern begins; past the end if all are used
        int i = 0;
        int afterMany = NONE;
        int resumeAt = 0;
        while (i < subject.count()) {
            char c = at < text.length() ? text.charAt(at) : '.';
            if (c == '#') {
                at += 2;
                afterMany = at;
                resumeAt = i;
                if (at > text.length()) {
                    return true;
                }
            } else if (c == '*') {
                at += 2;
                i++;
            } else if (subject.isAt(i, text, at)) {
                at += subject.length(i) + 1;
                i++;
            } else if (afterMany != NONE) {
                at = afterMany;
                i = ++resumeAt;
            } else {
                return false;
            }
        }
        return at > text.length() || (at == text.length() - 1 && text.charAt(at) == '#');
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
