package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Feeder;
import io.relaymq.benchmarks.load.Receipts;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** As fast as it goes: the publisher waits only for answers, and for a subscription that falls far behind. */
public final class ClosedLoop {

    private ClosedLoop() {}

    /** Runs each system once, unmeasured: the first one that is measured shall not pay for what all of them load and compile. */
    public static void warmUp(List<Peer> peers, Length length) {
        Length once = new Length(0, length.warmUp(), 1);
        List<Cell> cells = peers.stream()
                .filter(Peer::isInstalled)
                .map(peer -> new Cell(peer, Durability.MEMORY, new Work(4, 1, 256)))
                .toList();
        Repeats.of(1, cells, cell -> run(cell.peer(), cell.durability(), cell.work(), once));
    }

    /** One run on a server of its own. */
    public static Outcome run(Peer peer, Durability durability, Work work, Length length) throws Exception {
        Receipts receipts = new Receipts(work);
        try (Server server = peer.start(durability);
                Session session = peer.open(server, durability, work, receipts)) {
            Feeder feeder = new Feeder(session, work, receipts);
            feeder.feed(length.warmUpTime());
            receipts.awaitLag(0);
            return measure(server, feeder, receipts, length);
        }
    }

    private static Outcome measure(Server server, Feeder feeder, Receipts receipts, Length length) throws Exception {
        long already = receipts.delivered();
        AtomicLong published = new AtomicLong();
        Phase phase = Phase.of(server, () -> {
            published.set(feeder.feed(length.measuredTime()));
            receipts.awaitLag(0);
        });
        return new Outcome(
                published.get(),
                receipts.delivered() - already,
                phase.seconds(),
                phase.used(),
                phase.clientCpuSeconds(),
                receipts.verdict(),
                server.version());
    }
}
