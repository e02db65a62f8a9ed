package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Recorder;

/** More listeners in one process, each with a subscription of its own; the process itself publishes to one of them. */
public final class ListenerGrowth implements Growth {

    private static final int PER_SECOND = 100;

    @Override
    public String name() {
        return "listeners";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "Listeners in one process, 100 messages a second to one",
                "% of a processor",
                2,
                "listeners",
                "this process",
                "Redis",
                "p50 ms to handler",
                "p99 ms to handler",
                "ms to join all",
                "threads",
                "connections",
                "heap KiB / listener");
        for (int count : quick ? List.of(1, 10, 100) : List.of(1, 10, 100, 1_000, 10_000)) {
            measure(series, count, quick ? 2 : 20);
        }
        return series;
    }

    private static void measure(Series series, int count, int seconds) throws Exception {
        Recorder nanos = new Recorder(3);
        double heapBefore = heap();
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.LOG)) {
            Broadcast broadcast = relay.broadcast("events");
            Phase joining = Phase.of(server, () -> {
                subscribe(broadcast, count, nanos);
                relay.awaitReady();
            });
            publish(broadcast, seconds);
            double heap = heap() - heapBefore;
            nanos.reset();
            Phase working = Phase.of(server, () -> publish(broadcast, seconds));
            var delays = nanos.getIntervalHistogram();
            series.add(
                    count,
                    100 * working.clientCpuSeconds() / working.seconds(),
                    100 * working.used().cpuSeconds() / working.seconds(),
                    delays.getValueAtPercentile(50) / 1e6,
                    delays.getValueAtPercentile(99) / 1e6,
                    joining.seconds() * 1_000,
                    Thread.activeCount(),
                    server.control().sync().clientList().lines().count() - 1,
                    heap / 1024 / count);
        }
    }

    private static void subscribe(Broadcast broadcast, int count, Recorder nanos) {
        for (int i = 0; i < count; i++) {
            broadcast.subscribe(
                    WorkerOptions.of(Work.name(i), "t." + i + ".>").build(),
                    delivery -> nanos.recordValue(Math.max(0, System.nanoTime() - Body.nanos(delivery.data()))));
        }
    }

    private static void publish(Broadcast broadcast, int seconds) throws InterruptedException {
        AtomicLong failed = new AtomicLong();
        for (int i = 0; i < seconds * PER_SECOND; i++) {
            var unused = broadcast
                    .publishAsync(Message.of("t.0.x", Body.of(i, System.nanoTime(), 256)))
                    .whenComplete((result, failure) -> failed.addAndGet(failure == null ? 0 : 1));
            TimeUnit.MILLISECONDS.sleep(1_000 / PER_SECOND);
        }
        if (failed.get() > 0) {
            throw new IllegalStateException(failed + " publishes failed");
        }
    }

    private static double heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
