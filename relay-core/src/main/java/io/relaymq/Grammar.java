package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * The rules of subjects and patterns, and where a text breaks the first of them, from left to right. (Too long is said
 * first: nobody wants a character explained in the middle of a megabyte.)
 */
final class Grammar {

    static final String PLAIN_CHARACTERS = "A-Z a-z 0-9 _ - : %";

    private static final boolean[] PLAIN = new boolean[128];

    static {
        String plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-:%";
        plain.chars().forEach(c -> PLAIN[c] = true);
    }

    private final String text;
    private final int from;
    private final boolean wildcards;

    private Grammar(String text, int from, boolean wildcards) {
        this.text = text;
        this.from = from;
        this.wildcards = wildcards;
    }

    static @Nullable Violation violationInSubject(String subject) {
        return new Grammar(subject, 0, false).violation();
    }

    /** The mark of exclusion, if there is one, belongs to the pattern's text but counts neither as segment nor length. */
    static @Nullable Violation violationInPattern(String pattern) {
        return new Grammar(pattern, isExclusion(pattern) ? 1 : 0, true).violation();
    }

    static boolean isExclusion(String pattern) {
        return pattern.startsWith("!");
    }

    static boolean isPlain(char c) {
        return c < PLAIN.length && PLAIN[c];
    }

    static boolean isWildcard(char c) {
        return c == '*' || c == '>' || c == '#';
    }

    private @Nullable Violation violation() {
        int length = text.length() - from;
        if (length == 0) {
            return Violation.ofWhole(GrammarRule.EMPTY);
        }
        // Every character takes at least one byte, and whatever takes more is illegal: characters count as bytes.
        if (length > Subjects.MAX_BYTES) {
            return Violation.ofWhole(GrammarRule.TOO_LONG);
        }
        return violationInSegments();
    }

    private @Nullable Violation violationInSegments() {
        int start = from;
        for (int segment = 1; start <= text.length(); segment++) {
            if (segment > Subjects.MAX_SEGMENTS) {
                return new Violation(GrammarRule.TOO_MANY_SEGMENTS, segment, start);
            }
            int dot = text.indexOf('.', start);
            int end = dot < 0 ? text.length() : dot;
            Violation violation = violationInSegment(segment, start, end);
            if (violation != null) {
                return violation;
            }
            start = end + 1;
        }
        return null;
    }

    private @Nullable Violation violationInSegment(int segment, int start, int end) {
        if (start == end) {
            return new Violation(GrammarRule.EMPTY_SEGMENT, segment, start);
        }
        for (int i = start; i < end; i++) {
            if (!isPlain(text.charAt(i))) {
                GrammarRule broken = ruleAgainst(text.charAt(i), end - start, end == text.length());
                return broken == null ? null : new Violation(broken, segment, i);
            }
        }
        return null;
    }

    /** The rule broken by a character that is not plain; null for a wildcard in its place. */
    private @Nullable GrammarRule ruleAgainst(char c, int segmentLength, boolean lastSegment) {
        if (!isWildcard(c)) {
            return GrammarRule.ILLEGAL_CHARACTER;
        }
        if (!wildcards) {
            return GrammarRule.WILDCARD_IN_SUBJECT;
        }
        if (segmentLength > 1) {
            return GrammarRule.GLUED_WILDCARD;
        }
        return c == '>' && !lastSegment ? GrammarRule.TAIL_NOT_LAST : null;
    }
}
