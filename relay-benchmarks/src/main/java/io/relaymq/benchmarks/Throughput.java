package io.relaymq.benchmarks;

import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.run.Cell;
import io.relaymq.benchmarks.run.ClosedLoop;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Outcome;
import io.relaymq.benchmarks.run.Repeats;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.run.ThroughputTables;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Processors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Table: how many messages a second, and what they cost the server. */
public final class Throughput {

    private static final Length FULL = new Length(5, 10, 3);
    private static final Length QUICK = new Length(1, 1, 1);

    private Throughput() {}

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        Length length = settings.length(FULL, QUICK);
        ClosedLoop.warmUp(settings.peers(Peers.all()), length);
        for (Durability durability : settings.durabilities()) {
            Map<Cell, List<Outcome>> results = Repeats.of(
                    length.repeats(),
                    cells(settings, durability),
                    cell -> ClosedLoop.run(cell.peer(), cell.durability(), cell.work(), length));
            ThroughputTables tables = new ThroughputTables(durability, results);
            settings.write(
                    "throughput-" + durability.name().toLowerCase(Locale.ROOT),
                    tables.ratios() + "\n" + tables.all() + missing(settings));
        }
        System.exit(0); // clients leave threads behind
    }

    private static List<Cell> cells(Settings settings, Durability durability) {
        List<Cell> cells = new ArrayList<>();
        for (int payload : settings.numbers("payload", List.of(256, 1024), List.of(256))) {
            for (double share : settings.shares()) {
                for (int subscriptions : settings.numbers("subscriptions", List.of(1, 4, 16), List.of(1, 16))) {
                    for (Peer peer : settings.peers(Peers.all())) {
                        if (peer.isInstalled()) {
                            cells.add(new Cell(peer, durability, new Work(subscriptions, share, payload)));
                        }
                    }
                }
            }
        }
        return cells;
    }

    private static String missing(Settings settings) {
        return settings.peers(Peers.all()).stream()
                .filter(peer -> !peer.isInstalled())
                .map(peer -> "\n" + peer.name() + ": not installed.\n")
                .collect(Collectors.joining());
    }
}
