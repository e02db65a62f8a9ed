package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Verdict;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.server.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What came of {@link ClosedLoop}: Relay as a multiple of the others, and everything that was measured. */
public final class ThroughputTables {

    private final String tier;
    private final Map<Cell, List<Outcome>> results;

    public ThroughputTables(Durability durability, Map<Cell, List<Outcome>> results) {
        this.tier = durability == Durability.MEMORY ? "in memory" : "on file";
        this.results = results;
    }

    /** Deliveries a second of Relay, divided by those of each system; empty if Relay is not among them. */
    public String ratios() {
        List<Work> works = results.keySet().stream().map(Cell::work).distinct().toList();
        List<Peer> peers = results.keySet().stream().map(Cell::peer).distinct().toList();
        if (!peers.contains(Peers.relay())) {
            return "";
        }
        List<String> head = new ArrayList<>(List.of("deliveries/s of Relay as a multiple of"));
        works.forEach(work -> head.add(work.payload() + " B, " + work.subscriptions() + " × " + Cell.share(work)));
        Table table = new Table("Relay and the others, " + tier, head.toArray(String[]::new));
        for (Peer peer : peers) {
            List<String> line = new ArrayList<>(List.of(peer.name()));
            works.forEach(work -> line.add(Spread.text(delivered(Peers.relay(), work) / delivered(peer, work), 2)));
            table.add(line.toArray(String[]::new));
        }
        return table.markdown();
    }

    private double delivered(Peer peer, Work work) {
        for (Map.Entry<Cell, List<Outcome>> row : results.entrySet()) {
            List<Outcome> valid = valid(row.getValue());
            if (row.getKey().peer() == peer && row.getKey().work().equals(work) && !valid.isEmpty()) {
                return Spread.of(valid, Outcome::deliveredPerSecond).median();
            }
        }
        return Double.NaN;
    }

    private static List<Outcome> valid(List<Outcome> outcomes) {
        return outcomes.stream().filter(outcome -> !outcome.verdict().isVoid()).toList();
    }

    /** A row per system and piece of work. */
    public String all() {
        Table table = new Table(
                "Throughput, " + tier,
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
                "bytes received / published",
                "");
        results.forEach((cell, outcomes) -> add(table, cell, outcomes));
        return table.markdown();
    }

    private static void add(Table table, Cell cell, List<Outcome> outcomes) {
        List<Outcome> valid = valid(outcomes);
        List<String> line = new ArrayList<>(List.of(
                cell.peer().name(),
                cell.peer().promise(cell.durability()),
                Integer.toString(cell.work().payload()),
                Integer.toString(cell.work().subscriptions()),
                Cell.share(cell.work())));
        line.addAll(valid.isEmpty() ? List.of("", "", "", "", "", "", "") : figures(valid));
        line.add(valid.isEmpty() ? why(outcomes) : note(outcomes));
        table.add(line.toArray(String[]::new));
    }

    private static List<String> figures(List<Outcome> valid) {
        return List.of(
                Spread.of(valid, Outcome::publishedPerSecond).middle(0),
                Spread.of(valid, Outcome::deliveredPerSecond).whole(),
                Spread.of(valid, Outcome::microsPerPublished).middle(1),
                Spread.of(valid, Outcome::microsPerDelivered).middle(1),
                Spread.of(valid, Outcome::clientMicrosPerDelivered).middle(1),
                Spread.of(valid, Outcome::sentPerDelivered).middle(0),
                Spread.of(valid, Outcome::receivedPerPublished).middle(0));
    }

    private static String why(List<Outcome> outcomes) {
        return outcomes.isEmpty() ? "failed" : "void: " + outcomes.get(0).verdict();
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
