package io.relaymq.benchmarks.bars;

import io.relaymq.Broadcast;
import io.relaymq.benchmarks.listener.ListenerProcess;
import io.relaymq.benchmarks.listener.ListenerProcess.Task;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.io.IOException;

/** What a process that listens uses of a processor at 1,000 messages a second. */
public final class ListeningBar implements Bar.Measure {

    private static final int PER_SECOND = 1_000;
    private static final double MOST = 0.1;

    @Override
    public Bar measure(boolean quick) throws IOException, InterruptedException {
        long warmUp = PER_SECOND * (quick ? 3L : 40L);
        long measured = PER_SECOND * (quick ? 3L : 20L);
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.NO_CAP)) {
            Broadcast events = relay.broadcast("events");
            Task task = new Task(server.uri(), events.name(), "s", 1, ListenerProcess.ENDLESS);
            try (ListenerProcess listener = ListenerProcess.start(task);
                    Probes messages = new Probes(events, "t.a.b", PER_SECOND)) {
                messages.await(warmUp);
                double before = listener.cpuSeconds();
                long begin = System.nanoTime();
                messages.await(measured);
                double share = (listener.cpuSeconds() - before) / ((System.nanoTime() - begin) / 1e9);
                return new Bar(
                        "processor time of a process that listens, at 1,000 messages a second",
                        "< 10 % of one core",
                        Spread.text(100 * share, 1) + " %",
                        share < MOST);
            }
        }
    }
}
