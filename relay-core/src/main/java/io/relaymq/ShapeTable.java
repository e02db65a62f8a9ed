package io.relaymq;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * All patterns of one shape, in a hash table with open addressing, at most half full. The marks (half of each key) lie
 * side by side, so that a subject that matches nothing mostly costs a look at one of them.
 */
final class ShapeTable<V> {

    /** A pattern with its values. */
    record Entry<V>(CanonicalPattern pattern, List<V> values) {}

    private static final int FREE = 0;

    private final PatternShape shape;
    private final int[] marks;
    private final List<Entry<V>>[] rows;

    /** Takes the patterns of one shape, those of one row together: only residual patterns share a row. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be created otherwise
    ShapeTable(PatternShape shape, Collection<List<Entry<V>>> rows) {
        int capacity = Integer.highestOneBit(rows.size()) * 4;
        this.shape = shape;
        this.marks = new int[capacity];
        this.rows = new List[capacity];
        rows.forEach(this::put);
    }

    private void put(List<Entry<V>> row) {
        long key = PatternShape.key(row.get(0).pattern());
        int slot = slot(key);
        while (marks[slot] != FREE) {
            slot = after(slot);
        }
        marks[slot] = mark(key);
        rows[slot] = List.copyOf(row);
    }

    boolean fits(int segments) {
        return shape.fits(segments);
    }

    /** Hands over the values of every pattern that matches the subject, which must fit. */
    void forEachMatch(SubjectSegments subject, Consumer<? super V> consumer) {
        long key = shape.key(subject);
        int mark = mark(key);
        for (int slot = slot(key); marks[slot] != FREE; slot = after(slot)) {
            if (marks[slot] == mark) {
                handOver(rows[slot], subject, consumer);
            }
        }
    }

    // Loops by index: an iterator per lookup would be garbage.
    private static <V> void handOver(List<Entry<V>> row, SubjectSegments subject, Consumer<? super V> consumer) {
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).pattern().matches(subject)) {
                List<V> values = row.get(i).values();
                for (int j = 0; j < values.size(); j++) {
                    consumer.accept(values.get(j));
                }
            }
        }
    }

    boolean hasMatch(SubjectSegments subject) {
        long key = shape.key(subject);
        int mark = mark(key);
        for (int slot = slot(key); marks[slot] != FREE; slot = after(slot)) {
            if (marks[slot] == mark && hasMatch(rows[slot], subject)) {
                return true;
            }
        }
        return false;
    }

    private static <V> boolean hasMatch(List<Entry<V>> row, SubjectSegments subject) {
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).pattern().matches(subject)) {
                return true;
            }
        }
        return false;
    }

    private int slot(long key) {
        return (int) key & (marks.length - 1);
    }

    private int after(int slot) {
        return (slot + 1) & (marks.length - 1);
    }

    static int mark(long key) {
        return (int) (key >>> 32) | 1;
    }
}
