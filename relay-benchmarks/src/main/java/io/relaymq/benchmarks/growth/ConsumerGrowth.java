package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** More consumers of one subscription; they are in one process here, each with connections of its own as if they were not. */
public final class ConsumerGrowth implements Growth {

    private static final int LIMIT_SECONDS = 120;

    @Override
    public String name() {
        return "consumers";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "A delivery out of a backlog, by the consumers of the subscription",
                "Redis µs",
                1,
                "consumers",
                "µs / delivery",
                "deliveries/s");
        int messages = quick ? 20_000 : 500_000;
        for (int count : quick ? List.of(1, 4) : List.of(1, 2, 4, 8, 16)) {
            measure(series, count, messages);
        }
        return series;
    }

    private static void measure(Series series, int count, int messages) throws Exception {
        try (RedisServer server = RedisServer.start(Durability.MEMORY)) {
            List<RelayClient> consumers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                consumers.add(new RelayClient(server, 2L * messages));
            }
            Broadcast broadcast = consumers.get(0).broadcast("events");
            broadcast.subscriptions().create("s", List.of(">"), StartFrom.latest());
            RelayClient.publishAll(broadcast, messages, ConsumerGrowth::message);
            CountDownLatch received = new CountDownLatch(messages);
            Phase phase = Phase.of(server, () -> deliver(consumers, received));
            series.add(count, phase.micros(messages), phase.perSecond(messages));
            consumers.forEach(RelayClient::close);
        }
    }

    private static void deliver(List<RelayClient> consumers, CountDownLatch received) throws InterruptedException {
        consumers.forEach(consumer -> consumer.broadcast("events")
                .subscribe(WorkerOptions.of("s", ">").build(), delivery -> received.countDown()));
        if (!received.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Lost " + received.getCount());
        }
    }

    private static Message message(long number) {
        return Message.of("orders." + number % 1_000 + ".created", Body.of(number, 0, 256));
    }
}
