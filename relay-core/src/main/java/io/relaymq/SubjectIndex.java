package io.relaymq;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Many patterns, each with values, and which of them match a subject.
 *
 * <p>The cost of a lookup grows with the number of different {@linkplain SubjectPattern#shape() shapes} among the
 * patterns (a handful, in practice), not with the number of patterns. Patterns with two or more {@code #} that begin and
 * end alike are tried one by one.
 *
 * <p>An index is immutable and thread-safe. To change it, build another.
 *
 * <pre>{@code
 * SubjectIndex<String> index = SubjectIndex.<String>builder()
 *         .add("orders.>", "billing")
 *         .add("*.42.#", "audit")
 *         .build();
 * index.match("orders.42.status"); // [billing, audit]
 * }</pre>
 *
 * @param <V> what a pattern stands for; needs {@code equals} and {@code hashCode}
 */
public final class SubjectIndex<V> {

    /** For every number of segments, the tables a subject of that length can match in. */
    private final List<List<ShapeTable<V>>> tablesByCount;

    private final Set<String> shapes;
    private final int size;

    private SubjectIndex(Map<CanonicalPattern, Set<V>> valuesByPattern) {
        Map<String, Map<String, ShapeTable.Entry<V>>> rowsByShape = new LinkedHashMap<>();
        valuesByPattern.forEach((pattern, values) -> rowsByShape
                .computeIfAbsent(PatternShape.text(pattern), shape -> new LinkedHashMap<>())
                .compute(pattern.row(), (row, next) -> new ShapeTable.Entry<>(pattern, List.copyOf(values), next)));
        List<ShapeTable<V>> tables = rowsByShape.values().stream()
                .map(rows -> table(List.copyOf(rows.values())))
                .toList();
        tablesByCount = IntStream.rangeClosed(0, Subjects.MAX_SEGMENTS)
                .mapToObj(n -> tables.stream().filter(table -> table.fits(n)).toList())
                .toList();
        shapes = Set.copyOf(rowsByShape.keySet());
        size = valuesByPattern.values().stream().mapToInt(Set::size).sum();
    }

    private static <V> ShapeTable<V> table(List<ShapeTable.Entry<V>> rows) {
        return new ShapeTable<>(PatternShape.of(rows.get(0).pattern()), rows);
    }

    /**
     * Starts an index.
     *
     * @param <V> what a pattern stands for
     * @return an empty builder
     */
    public static <V> Builder<V> builder() {
        return new Builder<>();
    }

    /**
     * Hands over the value of every pair of pattern and value whose pattern matches, once per pair: a value that was
     * added under two matching patterns comes twice. The order is the same for every lookup, but otherwise unspecified.
     * Nothing is allocated.
     *
     * @param subject the subject of a message
     * @param consumer takes the values, in the calling thread; it may use this or another index itself
     * @throws InvalidSubjectException if the subject breaks a rule; the consumer has not been called then
     */
    public void forEachMatch(String subject, Consumer<? super V> consumer) {
        try (SubjectSegments segments = SubjectSegments.of(subject)) {
            List<ShapeTable<V>> tables = tablesByCount.get(segments.count());
            for (int i = 0; i < tables.size(); i++) {
                tables.get(i).forEachMatch(segments, consumer);
            }
        }
    }

    /**
     * Returns what {@link #forEachMatch} hands over.
     *
     * @param subject the subject of a message
     * @return a new list of the values; empty if no pattern matches
     * @throws InvalidSubjectException if the subject breaks a rule
     */
    public List<V> match(String subject) {
        List<V> values = new ArrayList<>();
        forEachMatch(subject, values::add);
        return values;
    }

    boolean hasMatch(SubjectSegments subject) {
        List<ShapeTable<V>> tables = tablesByCount.get(subject.count());
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).hasMatch(subject)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns how many pairs of pattern and value there are.
     *
     * @return the number of pairs
     */
    public int size() {
        return size;
    }

    /**
     * Returns the different shapes of the patterns; their number is what a lookup costs.
     *
     * @return the shapes, as {@link SubjectPattern#shape()} writes them
     */
    public Set<String> shapes() {
        return shapes;
    }

    @Override
    public String toString() {
        return "SubjectIndex[size=" + size + ", shapes=" + shapes.size() + "]";
    }

    /**
     * Collects patterns and their values. Not thread-safe.
     *
     * @param <V> what a pattern stands for
     */
    public static final class Builder<V> {

        private final Map<CanonicalPattern, Set<V>> valuesByPattern = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds a value under a pattern. The same pair again, also in another spelling of the pattern ({@code #.*} for
         * {@code >}), changes nothing.
         *
         * @param pattern a pattern; of an exclusion its positive part counts, what it excludes is for the value to say
         * @param value what is handed over for every subject the pattern matches
         * @return this builder
         */
        public Builder<V> add(SubjectPattern pattern, V value) {
            Objects.requireNonNull(value, "value");
            valuesByPattern
                    .computeIfAbsent(pattern.canonicalPattern(), p -> new LinkedHashSet<>(2))
                    .add(value);
            return this;
        }

        /**
         * Adds a value under a pattern, as {@link #add(SubjectPattern, Object)} does.
         *
         * @param pattern the text of a pattern
         * @param value what is handed over for every subject the pattern matches
         * @return this builder
         * @throws InvalidPatternException if the pattern breaks a rule
         */
        public Builder<V> add(String pattern, V value) {
            return add(SubjectPattern.of(pattern), value);
        }

        /**
         * Builds the index. The builder can go on collecting; the index stays as it is.
         *
         * @return an immutable index of everything added so far
         */
        public SubjectIndex<V> build() {
            return new SubjectIndex<>(valuesByPattern);
        }
    }
}
