package io.relaymq.benchmarks.growth;

import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.ClosedLoop;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Outcome;
import io.relaymq.benchmarks.server.Durability;
import java.util.List;

/** Larger messages, to one subscription that keeps up. */
public final class PayloadGrowth implements Growth {

    private static final double MEGABYTE = 1e6;

    @Override
    public String name() {
        return "payload";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "A message published and delivered, by its size",
                "Redis µs",
                1,
                "bytes",
                "µs / message",
                "messages/s",
                "MB/s");
        Length length = quick ? new Length(0.5, 0.5, 1) : new Length(4, 8, 1);
        List<Integer> sizes = quick ? List.of(100, 16_384) : List.of(100, 1_024, 4_096, 16_384, 65_536, 524_000);
        for (int size : sizes) {
            Outcome outcome = ClosedLoop.run(Peers.relay(), Durability.MEMORY, new Work(1, 1, size), length);
            series.add(
                    size,
                    outcome.microsPerDelivered(),
                    outcome.deliveredPerSecond(),
                    outcome.deliveredPerSecond() * size / MEGABYTE);
        }
        return series;
    }
}
