package io.relaymq.benchmarks.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same rows several times, in another order each time, so that what the machine does meanwhile hits no row alone. */
public final class Repeats {

    /** Measures one row. */
    public interface Measure<K, R> {
        R run(K row) throws Exception;
    }

    private Repeats() {}

    /** The results by row, in the order of the rows. A row that fails has fewer results; the reason goes to the console. */
    public static <K, R> Map<K, List<R>> of(int repeats, List<K> rows, Measure<K, R> measure) {
        Map<K, List<R>> results = new LinkedHashMap<>();
        rows.forEach(row -> results.put(row, new ArrayList<>())); // their order
        for (int i = 0; i < repeats; i++) {
            List<K> order = new ArrayList<>(rows);
            Collections.rotate(order, i * (rows.size() / Math.max(1, repeats) + 1));
            for (K row : order) {
                run(row, measure, results.computeIfAbsent(row, missing -> new ArrayList<>()));
            }
        }
        return results;
    }

    private static <K, R> void run(K row, Measure<K, R> measure, List<R> results) {
        try {
            R result = measure.run(row);
            System.err.println(row + " -> " + result);
            results.add(result);
        } catch (Exception e) {
            System.err.println(row + " failed");
            e.printStackTrace();
        }
    }
}
