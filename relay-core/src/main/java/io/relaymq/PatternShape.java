package io.relaymq;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a pattern is without its literals: how many segments it has, where its stars are, and whether a {@code #} splits
 * it into a part counted from the start and a part counted from the end. Within one shape the literals alone identify a
 * pattern, so all patterns of a shape are looked up at once by one key.
 */
final class PatternShape {

    private final int segments;
    private final boolean open;

    /** Where the literals are, from the start (0 is the first segment) or from the end (-1 is the last one). */
    private final int[] literals;

    private PatternShape(List<String> row, boolean open) {
        int size = row.size();
        int counted = open ? Math.max(row.indexOf("#"), row.indexOf("##")) : size;
        this.segments = open ? size - 1 : size;
        this.open = open;
        this.literals = IntStream.range(0, size)
                .filter(i -> !CanonicalPattern.isWildcard(row.get(i)))
                .map(i -> i < counted ? i : i - size)
                .toArray();
    }

    static PatternShape of(CanonicalPattern pattern) {
        return new PatternShape(pattern.rowSegments(), pattern.isOpen());
    }

    /** The row's segments with every literal written as {@code x}: {@code orders.>} is {@code x.*.#}. */
    static String text(CanonicalPattern pattern) {
        return pattern.rowSegments().stream()
                .map(segment -> CanonicalPattern.isWildcard(segment) ? segment : "x")
                .collect(Collectors.joining("."));
    }

    /** Whether a subject of so many segments can match a pattern of this shape. */
    boolean fits(int count) {
        return open ? count >= segments : count == segments;
    }

    /** A hash of the subject's segments in the places of the literals; the subject must fit. */
    long key(SubjectSegments subject) {
        long key = 0;
        for (int i : literals) {
            key = mix(key, subject.hash(i >= 0 ? i : subject.count() + i));
        }
        return finish(key);
    }

    /** The key of all subjects that match a pattern of this shape. */
    static long key(CanonicalPattern pattern) {
        long key = 0;
        for (String segment : pattern.rowSegments()) {
            key = CanonicalPattern.isWildcard(segment) ? key : mix(key, SubjectSegments.hash(segment));
        }
        return finish(key);
    }

    private static long mix(long key, long hash) {
        return (key ^ hash) * 0x9E3779B97F4A7C15L;
    }

    private static long finish(long key) {
        return key ^ (key >>> 32);
    }
}
