package io.relaymq.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown. Not thread-safe. */
public final class Table {

    private final String title;
    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String title, String... head) {
        this.title = title;
        this.head = List.of(head);
    }

    /** Adds a row. */
    public void add(String... cells) {
        if (cells.length != head.size()) {
            throw new IllegalArgumentException("Expected " + head.size() + " cells, got: " + List.of(cells));
        }
        rows.add(List.of(cells));
    }

    /** The title as a line of its own, and the table. */
    public String markdown() {
        String rule = head.stream().map(cell -> "---").collect(Collectors.joining("|", "|", "|"));
        return "**" + title + "**\n\n" + line(head) + "\n" + rule + "\n"
                + rows.stream().map(row -> line(row) + "\n").collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
