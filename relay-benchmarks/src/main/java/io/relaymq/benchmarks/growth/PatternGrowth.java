package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.List;
import java.util.stream.IntStream;

/** More patterns: of ten subscriptions, one of which matches by one pattern. */
public final class PatternGrowth implements Growth {

    private static final int SUBSCRIPTIONS = 10;

    @Override
    public String name() {
        return "patterns";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "A publish, by the number of patterns",
                "Redis µs",
                1,
                "patterns",
                "µs / publish",
                "publishes/s",
                "ms to subscribe",
                "bytes / pattern");
        int messages = quick ? 10_000 : 200_000;
        for (int count : quick ? List.of(10, 1_000) : List.of(10, 100, 1_000, 10_000, 100_000)) {
            measure(series, count, messages);
        }
        return series;
    }

    private static void measure(Series series, int count, int messages) throws Exception {
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.NO_CAP)) {
            Broadcast broadcast = relay.broadcast("events");
            broadcast.subscriptions().create("all", List.of("orders.*.created"), StartFrom.latest());
            double before = server.usage().memory();
            Phase subscribing = Phase.of(server, () -> subscribe(broadcast, count));
            double each = (subscribing.used().memory() - before) / count;
            RelayClient.publish(broadcast, messages / 4, PatternGrowth::message);
            Phase phase = Phase.of(server, () -> RelayClient.publish(broadcast, messages, PatternGrowth::message));
            series.add(count, phase.micros(messages), phase.perSecond(messages), subscribing.seconds() * 1_000, each);
        }
    }

    private static void subscribe(Broadcast broadcast, int count) {
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            int subscription = i;
            List<String> patterns = IntStream.range(0, count / SUBSCRIPTIONS)
                    .mapToObj(n -> "p" + n + (n % 2 == 0 ? ".*.s" : ".x.s") + subscription)
                    .toList();
            broadcast.subscriptions().create(Work.name(i), patterns, StartFrom.latest());
        }
    }

    private static Message message(long number) {
        return Message.of("orders." + number % 1_000 + ".created", Body.of(number, 0, 256));
    }
}
