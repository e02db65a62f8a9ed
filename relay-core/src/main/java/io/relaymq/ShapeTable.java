package io.relaymq;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All patterns of one shape, in a hash table with open addressing, at most half full. The marks (half of each key) lie
 * side by side, so that a subject that matches nothing mostly costs a look at one of them.
 */
final class ShapeTable<V> {

    /**
     * A pattern with its values.
     *
     * @param nextOfRow another pattern that is found by the same key; only residual patterns have company
     */
    record Entry<V>(
            CanonicalPattern pattern,
            List<V> values,
            @Nullable Entry<V> nextOfRow) {}

    private static final int FREE = 0;
    private static final int NONE = -1;

    private final PatternShape shape;
    private final int[] marks;
    private final Entry<V>[] rows;

    /** Takes the first entry of each row; all of them have the given shape. */
    @SuppressWarnings("unchecked") // an array of a generic type cannot be created otherwise
    ShapeTable(PatternShape shape, List<Entry<V>> rows) {
        int capacity = Integer.highestOneBit(rows.size()) * 4;
        this.shape = shape;
        this.marks = new int[capacity];
        this.rows = (Entry<V>[]) new Entry<?>[capacity];
        rows.forEach(this::put);
    }

    private void put(Entry<V> row) {
        long key = PatternShape.key(row.pattern());
        int slot = slot(key);
        while (marks[slot] != FREE) {
            slot = after(slot);
        }
        marks[slot] = mark(key);
        rows[slot] = row;
    }

    boolean fits(int segments) {
        return shape.fits(segments);
    }

    /** Hands over the values of every pattern that matches the subject, which must fit. */
    void forEachMatch(SubjectSegments subject, Consumer<? super V> consumer) {
        long key = shape.key(subject);
        for (int slot = seek(key, slot(key)); slot != NONE; slot = seek(key, after(slot))) {
            for (Entry<V> entry = rows[slot]; entry != null; entry = entry.nextOfRow()) {
                if (entry.pattern().matches(subject)) {
                    handOver(entry.values(), consumer);
                }
            }
        }
    }

    // By index: an iterator per lookup would be garbage.
    private static <V> void handOver(List<V> values, Consumer<? super V> consumer) {
        for (int i = 0; i < values.size(); i++) {
            consumer.accept(values.get(i));
        }
    }

    /** Whether any pattern matches the subject, which must fit. */
    boolean hasMatch(SubjectSegments subject) {
        long key = shape.key(subject);
        for (int slot = seek(key, slot(key)); slot != NONE; slot = seek(key, after(slot))) {
            for (Entry<V> entry = rows[slot]; entry != null; entry = entry.nextOfRow()) {
                if (entry.pattern().matches(subject)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The first slot from the given one on that may hold the key's row: different keys can have the same mark. */
    private int seek(long key, int slot) {
        int mark = mark(key);
        while (marks[slot] != FREE) {
            if (marks[slot] == mark) {
                return slot;
            }
            slot = after(slot);
        }
        return NONE;
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
