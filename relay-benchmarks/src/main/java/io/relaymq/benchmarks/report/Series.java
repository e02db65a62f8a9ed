package io.relaymq.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures over something that grows: a table, comma-separated values, and a chart of the columns it is about. Not thread-safe. */
public final class Series {

    private final String title;
    private final String unit;
    private final List<String> columns;
    private final int charted;
    private final List<double[]> rows = new ArrayList<>();

    /**
     * @param unit of the columns that are charted
     * @param charted how many columns after the first one are charted
     * @param columns what grows, and the figures
     */
    public Series(String title, String unit, int charted, String... columns) {
        this.title = title;
        this.unit = unit;
        this.charted = charted;
        this.columns = List.of(columns);
        if (this.columns.stream().anyMatch(column -> column.contains(","))) {
            throw new IllegalArgumentException(
                    "Expected names without commas, for files have them, got: " + this.columns);
        }
    }

    /** Adds a row. */
    public void add(double... figures) {
        if (figures.length != columns.size()) {
            throw new IllegalArgumentException("Expected " + columns.size() + " figures, got: " + figures.length);
        }
        rows.add(figures);
        System.err.println(title + ": " + line(figures, ", "));
    }

    /** As a table. */
    public String markdown() {
        Table table = new Table(title, columns.toArray(String[]::new));
        for (double[] row : rows) {
            table.add(IntStream.range(0, row.length)
                    .mapToObj(i -> Spread.text(row[i], i == 0 || row[i] >= 1_000 ? 0 : 2))
                    .toArray(String[]::new));
        }
        return table.markdown();
    }

    /** As comma-separated values. */
    public String csv() {
        return String.join(",", columns) + "\n"
                + rows.stream().map(row -> line(row, ",") + "\n").collect(Collectors.joining());
    }

    private static String line(double[] figures, String separator) {
        return IntStream.range(0, figures.length)
                .mapToObj(i -> text(figures[i]))
                .collect(Collectors.joining(separator));
    }

    private static String text(double figure) {
        if (Double.isNaN(figure)) {
            return "";
        }
        return figure == Math.rint(figure)
                ? Long.toString((long) figure)
                : Double.toString(Math.round(figure * 1_000) / 1_000.0);
    }

    /** As a chart in SVG. */
    public String svg() {
        Chart chart = new Chart(title, columns.get(0), unit, rows);
        for (int i = 1; i <= charted; i++) {
            chart.line(columns.get(i), i);
        }
        return chart.svg();
    }
}
