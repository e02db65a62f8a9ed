package io.relaymq.benchmarks.matching;

import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What JMH measured, as tables: nanoseconds and, in brackets, bytes allocated. */
public final class JmhTables {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private JmhTables() {}

    /** A row per way to match, a column per number of patterns, for hits and for misses. */
    public static String matching(Collection<RunResult> results) {
        Set<Integer> counts = new TreeSet<>();
        Map<String, Map<String, String>> cells = new LinkedHashMap<>();
        for (RunResult result : results) {
            String patterns = result.getParams().getParam("patterns");
            if (patterns != null) {
                counts.add(Integer.valueOf(patterns));
                cells.computeIfAbsent(row(result.getParams()), row -> new LinkedHashMap<>())
                        .put(result.getParams().getParam("hit") + patterns, cell(result));
            }
        }
        Table table =
                new Table("One subject of four segments against many patterns, ns (bytes allocated)", head(counts));
        cells.forEach((row, byColumn) -> {
            List<String> line = new ArrayList<>(List.of(row));
            for (String hit : List.of("true", "false")) {
                counts.forEach(count -> line.add(byColumn.getOrDefault(hit + count, "")));
            }
            table.add(line.toArray(String[]::new));
        });
        return table.markdown();
    }

    private static String[] head(Set<Integer> counts) {
        List<String> head = new ArrayList<>(List.of(""));
        for (String hit : List.of("hit", "miss")) {
            counts.forEach(count -> head.add(hit + " " + Spread.text(count, 0)));
        }
        return head.toArray(String[]::new);
    }

    private static String row(BenchmarkParams params) {
        String kind = params.getParam("kind");
        String method = params.getBenchmark().replaceAll(".*\\.", "");
        return kind == null ? "relay " + method : Matching.Kind.valueOf(kind).label();
    }

    /** A row per operation on a payload or message. */
    public static String codec(Collection<RunResult> results) {
        Table table = new Table("Payloads of about 256 bytes and messages", "operation", "ns", "bytes allocated");
        for (RunResult result : results) {
            BenchmarkParams params = result.getParams();
            if (params.getParam("patterns") == null) {
                table.add(
                        params.getBenchmark().replaceAll(".*\\.", ""),
                        Spread.text(result.getPrimaryResult().getScore(), 1),
                        Spread.text(allocated(result), 0));
            }
        }
        return table.markdown();
    }

    private static String cell(RunResult result) {
        double nanos = result.getPrimaryResult().getScore();
        return Spread.text(nanos, nanos < 1_000 ? 1 : 0) + " (" + Spread.text(allocated(result), 0) + ")";
    }

    private static double allocated(RunResult result) {
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        return allocated == null ? Double.NaN : allocated.getScore();
    }
}
