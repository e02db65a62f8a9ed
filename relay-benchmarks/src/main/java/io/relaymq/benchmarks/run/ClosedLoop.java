package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Feeder;
import io.relaymq.benchmarks.load.Receipts;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.ProcessStat;
import io.relaymq.benchmarks.server.Server;
import io.relaymq.benchmarks.server.Usage;

/** As fast as it goes: the publisher waits only for answers, and for a subscription that falls far behind. */
public final class ClosedLoop {

    private ClosedLoop() {}

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

    private static Outcome measure(Server server, Feeder feeder, Receipts receipts, Length length) {
        long already = receipts.delivered();
        Usage before = server.usage();
        double clientBefore = clientCpu();
        long begin = System.nanoTime();
        long published = feeder.feed(length.measuredTime());
        receipts.awaitLag(0);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Usage used = server.usage().since(before);
        return new Outcome(
                published,
                receipts.delivered() - already,
                seconds,
                used,
                clientCpu() - clientBefore,
                receipts.verdict(),
                server.version());
    }

    private static double clientCpu() {
        return ProcessStat.cpuSeconds(ProcessHandle.current().pid());
    }
}
