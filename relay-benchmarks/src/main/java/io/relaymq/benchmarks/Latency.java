package io.relaymq.benchmarks;

import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.ClosedLoop;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.OpenLoop;
import io.relaymq.benchmarks.run.OpenLoop.Delays;
import io.relaymq.benchmarks.run.Repeats;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Processors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table: milliseconds from when a message was meant to be sent to its handler, at fixed rates: 1,000 and 5,000 a second, and 5 a second,
 * where everything has fallen asleep in between.
 */
public final class Latency {

    private static final Length FULL = new Length(10, 20, 3);
    private static final Length QUICK = new Length(2, 2, 1);
    private static final List<Integer> RATES = List.of(5, 1_000, 5_000);

    private Latency() {}

    private record Row(Peer peer, Durability durability, int perSecond) {

        @Override
        public String toString() {
            return peer.name() + " " + durability + " " + perSecond + "/s";
        }
    }

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        Length length = settings.length(FULL, QUICK);
        Work work = new Work(1, 1, 256);
        ClosedLoop.warmUp(settings.peers(Peers.all()), length);
        for (Durability durability : settings.durabilities()) {
            Map<Row, List<Delays>> results = Repeats.of(
                    length.repeats(),
                    rows(settings, durability),
                    row -> OpenLoop.run(row.peer(), durability, work, row.perSecond(), length));
            Table table = new Table(
                    "Milliseconds to the handler, 1 subscription, 256 bytes, "
                            + (durability == Durability.MEMORY ? "in memory" : "on file"),
                    "system",
                    "survives",
                    "messages/s",
                    "p50",
                    "p99",
                    "p99.9",
                    "most",
                    "");
            results.forEach((row, delays) -> add(table, row, delays));
            settings.write("latency-" + durability.name().toLowerCase(Locale.ROOT), table.markdown());
        }
        System.exit(0); // clients leave threads behind
    }

    private static List<Row> rows(Settings settings, Durability durability) {
        List<Row> rows = new ArrayList<>();
        for (Peer peer : settings.peers(Peers.all())) {
            for (int rate : settings.numbers("rates", RATES, RATES)) {
                if (peer.isInstalled()) {
                    rows.add(new Row(peer, durability, rate));
                }
            }
        }
        return rows;
    }

    private static void add(Table table, Row row, List<Delays> delays) {
        List<Delays> valid =
                delays.stream().filter(run -> !run.verdict().isVoid()).toList();
        String what = row.peer().promise(row.durability());
        String rate = Spread.text(row.perSecond(), 0);
        if (valid.isEmpty()) {
            table.add(row.peer().name(), what, rate, "", "", "", "", delays.isEmpty() ? "failed" : "void");
            return;
        }
        table.add(
                row.peer().name(),
                what,
                rate,
                at(valid, 50),
                at(valid, 99),
                at(valid, 99.9),
                at(valid, 100),
                valid.size() < delays.size() ? "some runs void" : "");
    }

    private static String at(List<Delays> delays, double percentile) {
        return Spread.of(delays, run -> run.millis(percentile)).middle(3);
    }
}
