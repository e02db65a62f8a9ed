package io.relaymq.benchmarks;

import io.relaymq.benchmarks.bars.BacklogBar;
import io.relaymq.benchmarks.bars.Bar;
import io.relaymq.benchmarks.bars.BurstBar;
import io.relaymq.benchmarks.bars.ListeningBar;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.Settings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Table: bars that concern a whole process. */
public final class Bars {

    private static final Map<String, Bar.Measure> BARS = new TreeMap<>(
            Map.of("burst", new BurstBar(), "backlog", new BacklogBar(), "listening", new ListeningBar()));

    private Bars() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.of(arguments);
        Table table = new Table("Bars", "what", "bar", "reached", "");
        for (String name : settings.names("bars", List.copyOf(BARS.keySet()))) {
            Bar bar = Objects.requireNonNull(BARS.get(name), name).measure(settings.quick());
            System.err.println(bar);
            table.add(bar.what(), bar.bar(), bar.reached(), bar.held() ? "held" : "**missed**");
        }
        settings.write("bars", table.markdown());
        System.exit(0); // clients leave threads behind
    }
}
