package io.relaymq.benchmarks;

import io.relaymq.benchmarks.load.Feeder;
import io.relaymq.benchmarks.load.Receipts;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.CommandCosts;
import io.relaymq.benchmarks.run.CommandCosts.Cost;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Processors;
import io.relaymq.benchmarks.server.RedisServer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table: where Redis' time goes, command by command, of systems that run on it. */
public final class Breakdown {

    private static final Length FULL = new Length(5, 10, 1);
    private static final Length QUICK = new Length(2, 2, 1);

    /** Microseconds a delivery. */
    private static final double WORTH_A_ROW = 0.02;

    private final Length length;
    private final Table table = new Table(
            "Where Redis' time goes, in memory",
            "system",
            "subscriptions",
            "each wants",
            "delivered/s",
            "command",
            "calls / delivered",
            "µs / call",
            "µs / delivered");

    private Breakdown(Settings settings) {
        this.length = settings.length(FULL, QUICK);
    }

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        Breakdown breakdown = new Breakdown(settings);
        for (Peer peer : settings.peers(List.of(Peers.relay()))) {
            for (double share : settings.shares()) {
                for (int subscriptions : settings.numbers("subscriptions", List.of(1, 16), List.of(1, 16))) {
                    breakdown.measure(peer, new Work(subscriptions, share, 256));
                }
            }
        }
        settings.write("breakdown", breakdown.table.markdown());
        System.exit(0); // clients leave threads behind
    }

    private void measure(Peer peer, Work work) throws Exception {
        Receipts receipts = new Receipts(work);
        try (RedisServer server = (RedisServer) peer.start(Durability.MEMORY);
                Session session = peer.open(server, Durability.MEMORY, work, receipts)) {
            Feeder feeder = new Feeder(session, work, receipts);
            feeder.feed(seconds(length.warmUp()));
            receipts.awaitLag(0);
            long already = receipts.delivered();
            CommandCosts before = CommandCosts.of(server);
            long begin = System.nanoTime();
            feeder.feed(seconds(length.measured()));
            receipts.awaitLag(0);
            double took = (System.nanoTime() - begin) / 1e9;
            long delivered = receipts.delivered() - already;
            CommandCosts.of(server).since(before).entrySet().stream()
                    .filter(command -> command.getValue().micros() > delivered * WORTH_A_ROW)
                    .sorted(Comparator.comparing(command -> -command.getValue().micros()))
                    .forEach(command -> add(peer, work, delivered / took, command, delivered));
        }
    }

    private void add(Peer peer, Work work, double perSecond, Map.Entry<String, Cost> command, double delivered) {
        Cost cost = command.getValue();
        table.add(
                peer.name(),
                Integer.toString(work.subscriptions()),
                Math.round(work.share() * 100) + " %",
                Spread.text(perSecond, 0),
                command.getKey(),
                Spread.text(cost.calls() / delivered, 4),
                Spread.text((double) cost.micros() / cost.calls(), 2),
                Spread.text(cost.micros() / delivered, 2));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
