package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Feeder;
import io.relaymq.benchmarks.load.Receipts;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Verdict;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import org.HdrHistogram.Histogram;

/** At a fixed rate, each message at its time whatever became of the one before: how long until its handler. */
public final class OpenLoop {

    private OpenLoop() {}

    /**
     * What came of it.
     *
     * @param nanos from the time a message was meant to be sent to its handler
     */
    public record Delays(Histogram nanos, Verdict verdict, String server) {

        @Override
        public String toString() {
            return "p50 " + millis(50) + " ms, p99 " + millis(99) + " ms, " + verdict;
        }

        /** Milliseconds below which that part of the messages was. */
        public double millis(double percentile) {
            return nanos.getValueAtPercentile(percentile) / 1e6;
        }
    }

    /** One run on a server of its own. */
    public static Delays run(Peer peer, Durability durability, Work work, double perSecond, Length length)
            throws Exception {
        Receipts receipts = new Receipts(work);
        try (Server server = peer.start(durability);
                Session session = peer.open(server, durability, work, receipts)) {
            Feeder feeder = new Feeder(session, work, receipts);
            feeder.feed(messages(perSecond, length.warmUp()), perSecond);
            receipts.awaitLag(0);
            Histogram warmUp = receipts.nanos();
            feeder.feed(messages(perSecond, length.measured()), perSecond);
            receipts.awaitLag(0);
            Histogram nanos = receipts.nanos();
            if (warmUp.getTotalCount() == 0 || nanos.getTotalCount() == 0) {
                throw new IllegalStateException("Nothing was received: " + receipts.verdict());
            }
            return new Delays(nanos, receipts.verdict(), server.version());
        }
    }

    private static long messages(double perSecond, double seconds) {
        return Math.max(1, Math.round(perSecond * seconds));
    }
}
