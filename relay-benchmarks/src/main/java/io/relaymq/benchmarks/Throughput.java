package io.relaymq.benchmarks;

import io.relaymq.benchmarks.load.Verdict;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.ClosedLoop;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Outcome;
import io.relaymq.benchmarks.run.Repeats;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Processors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Table: how many messages a second, and what they cost the server. */
public final class Throughput {

    private static final Length FULL = new Length(5, 10, 3);
    private static final Length QUICK = new Length(1, 1, 1);

    private Throughput() {}

    /** One row of the table. */
    private record Row(Peer peer, Durability durability, Work work) {

        @Override
        public String toString() {
            return peer.name() + " " + durability + " " + work;
        }
    }

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        Length length = settings.length(FULL, QUICK);
        for (Durability durability : settings.durabilities()) {
            Map<Row, List<Outcome>> results = Repeats.of(
                    length.repeats(),
                    rows(settings, durability),
                    row -> ClosedLoop.run(row.peer(), row.durability(), row.work(), length));
            String name = "throughput-" + durability.name().toLowerCase(java.util.Locale.ROOT);
            settings.write(name, table(settings, durability, results));
        }
        System.exit(0); // clients leave threads behind
    }

    private static List<Row> rows(Settings settings, Durability durability) {
        List<Row> rows = new ArrayList<>();
        for (int payload : settings.numbers("payload", List.of(256, 1024), List.of(256))) {
            for (double share : settings.shares()) {
                for (int subscriptions : settings.numbers("subscriptions", List.of(1, 4, 16), List.of(1, 16))) {
                    for (Peer peer : settings.peers(Peers.all())) {
                        if (peer.isInstalled()) {
                            rows.add(new Row(peer, durability, new Work(subscriptions, share, payload)));
                        }
                    }
                }
            }
        }
        return rows;
    }

    private static String table(Settings settings, Durability durability, Map<Row, List<Outcome>> results) {
        Table table = new Table(
                "Throughput, " + (durability == Durability.MEMORY ? "in memory" : "on file"),
                "system",
                "survives",
                "bytes",
                "subscriptions",
                "each wants",
                "published/s",
                "delivered/s (least–most)",
                "server µs / published",
                "server µs / delivered",
                "client µs / delivered",
                "bytes sent / delivered",
                "");
        results.forEach((row, outcomes) -> add(table, row, outcomes));
        String missing = settings.peers(Peers.all()).stream()
                .filter(peer -> !peer.isInstalled())
                .map(peer -> "\n" + peer.name() + ": not installed.")
                .collect(Collectors.joining());
        return table.markdown() + missing;
    }

    private static void add(Table table, Row row, List<Outcome> outcomes) {
        List<Outcome> valid =
                outcomes.stream().filter(outcome -> !outcome.verdict().isVoid()).toList();
        if (valid.isEmpty()) {
            String why =
                    outcomes.isEmpty() ? "failed" : "void: " + outcomes.get(0).verdict();
            addRow(table, row, List.of("", "", "", "", "", "", why));
            return;
        }
        addRow(
                table,
                row,
                List.of(
                        Spread.of(valid, Outcome::publishedPerSecond).middle(0),
                        Spread.of(valid, Outcome::deliveredPerSecond).whole(),
                        Spread.of(valid, Outcome::microsPerPublished).middle(1),
                        Spread.of(valid, Outcome::microsPerDelivered).middle(1),
                        Spread.of(valid, Outcome::clientMicrosPerDelivered).middle(1),
                        Spread.of(valid, Outcome::sentPerDelivered).middle(0),
                        note(outcomes)));
    }

    private static void addRow(Table table, Row row, List<String> figures) {
        List<String> cells = new ArrayList<>(List.of(
                row.peer().name(),
                row.peer().promise(row.durability()),
                Integer.toString(row.work().payload()),
                Integer.toString(row.work().subscriptions()),
                Math.round(row.work().share() * 100) + " %"));
        cells.addAll(figures);
        table.add(cells.toArray(String[]::new));
    }

    private static String note(List<Outcome> outcomes) {
        List<Verdict> verdicts = outcomes.stream().map(Outcome::verdict).toList();
        long invalid = verdicts.stream().filter(Verdict::isVoid).count();
        long repeated = verdicts.stream().mapToLong(Verdict::repeated).sum();
        long disordered = verdicts.stream().mapToLong(Verdict::disordered).sum();
        return (invalid > 0 ? invalid + " of " + outcomes.size() + " runs void; " : "")
                + (repeated > 0 ? repeated + " repeated; " : "")
                + (disordered > 0 ? disordered + " out of order" : "");
    }
}
