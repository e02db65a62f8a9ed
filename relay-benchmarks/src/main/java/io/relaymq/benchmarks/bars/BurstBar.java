package io.relaymq.benchmarks.bars;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Bursts, each to ten subscriptions that had nothing before, and meanwhile a subscription that has nothing to do with them, in the
 * same process and on the same connections. They are published on connections of their own, as by another process: what is measured
 * does not stand in its queue.
 */
public final class BurstBar implements Bar.Measure {

    private static final int SUBSCRIPTIONS = 10;
    private static final int PROBES_A_SECOND = 500;
    private static final int BURSTS = 5;
    private static final int LIMIT_SECONDS = 120;
    private static final double MOST = 3;

    @Override
    public Bar measure(boolean quick) throws Exception {
        int messages = quick ? 2_000 : 10_000;
        Recorder nanos = new Recorder(3);
        try (RedisServer server = RedisServer.start(Durability.FILE);
                RelayClient relay = new RelayClient(server, 1_000_000);
                RelayClient other = new RelayClient(server, 1_000_000)) {
            Broadcast events = relay.broadcast("events");
            CountDownLatch warmUp = subscribe(events, "warm.>", messages);
            List<CountDownLatch> bursts = new ArrayList<>();
            for (int i = 0; i < (quick ? 1 : BURSTS); i++) {
                bursts.add(subscribe(events, "burst" + i + ".>", messages));
            }
            events.subscribe(
                    WorkerOptions.of("probe", "probe.>").build(),
                    delivery -> nanos.recordValue(Math.max(0, System.nanoTime() - Body.nanos(delivery.data()))));
            relay.awaitReady();
            publish(other, "warm.x", messages, warmUp);
            try (Probes probes = new Probes(events, "probe.x", PROBES_A_SECOND)) {
                probes.await(quick ? 500 : 2_500);
                nanos.reset();
                probes.await(quick ? 500 : 2_500);
                Histogram idle = nanos.getIntervalHistogram();
                Histogram during = new Histogram(3);
                double seconds = 0;
                for (int i = 0; i < bursts.size(); i++) {
                    nanos.reset();
                    long begin = System.nanoTime();
                    publish(other, "burst" + i + ".x", messages, bursts.get(i));
                    seconds += (System.nanoTime() - begin) / 1e9;
                    during.add(nanos.getIntervalHistogram());
                    probes.await(PROBES_A_SECOND);
                }
                return bar(messages, p99(idle), p99(during), seconds / bursts.size());
            }
        }
    }

    private static CountDownLatch subscribe(Broadcast events, String pattern, int messages) {
        CountDownLatch received = new CountDownLatch(SUBSCRIPTIONS * messages);
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            String name = pattern.substring(0, pattern.indexOf('.')) + i;
            events.subscribe(WorkerOptions.of(name, pattern).build(), delivery -> received.countDown());
        }
        return received;
    }

    private static void publish(RelayClient relay, String subject, int messages, CountDownLatch received)
            throws InterruptedException {
        RelayClient.publish(
                relay.broadcast("events"), messages, number -> Message.of(subject, Body.of(number, 0, 256)));
        if (!received.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Lost " + received.getCount() + " of a burst");
        }
    }

    private static double p99(Histogram nanos) {
        return nanos.getValueAtPercentile(99) / 1e6;
    }

    private static Bar bar(int messages, double idle, double during, double seconds) {
        return new Bar(
                "p99 of an unrelated subscription while " + Spread.text(messages, 0) + " messages go to "
                        + SUBSCRIPTIONS + " subscriptions",
                "≤ " + MOST + " × idle",
                String.format(
                        java.util.Locale.ROOT,
                        "%.2f ms against %.2f ms idle: %.1f ×; settled in %.1f s",
                        during,
                        idle,
                        during / idle,
                        seconds),
                during <= MOST * idle);
    }
}
