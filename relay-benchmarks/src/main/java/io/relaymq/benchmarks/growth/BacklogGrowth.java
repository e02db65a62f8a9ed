package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.benchmarks.listener.ListenerProcess;
import io.relaymq.benchmarks.listener.ListenerProcess.Task;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.io.IOException;
import java.util.List;

/** A longer backlog of a subscription that nobody reads, and how it is worked off then. */
public final class BacklogGrowth implements Growth {

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "A publish and a delivery, by the backlog of the subscription",
                "Redis µs",
                2,
                "backlog",
                "µs / publish",
                "µs / delivery",
                "publishes/s",
                "deliveries/s",
                "bytes / entry and message");
        int messages = quick ? 10_000 : 100_000;
        for (int backlog : quick ? List.of(0, 10_000) : List.of(0, 1_000, 10_000, 100_000, 1_000_000)) {
            measure(series, backlog, messages);
        }
        return series;
    }

    private static void measure(Series series, int backlog, int messages) throws Exception {
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.NO_CAP)) {
            Broadcast warm = relay.broadcast("warm");
            warm.subscriptions().create("s", List.of(">"), StartFrom.latest());
            RelayClient.publish(warm, messages / 4, BacklogGrowth::message);
            Broadcast broadcast = relay.broadcast("events");
            broadcast.subscriptions().create("s", List.of(">"), StartFrom.latest());
            double before = server.usage().memory();
            RelayClient.publishAll(broadcast, backlog, BacklogGrowth::message);
            double each = backlog == 0 ? Double.NaN : (server.usage().memory() - before) / backlog;
            Phase publishing = Phase.of(server, () -> RelayClient.publish(broadcast, messages, BacklogGrowth::message));
            int all = backlog + messages;
            Task task = new Task(server.uri(), broadcast.name(), "s", 1, all);
            double[] seconds = {0};
            Phase delivering = Phase.of(server, () -> seconds[0] = listen(task));
            series.add(
                    backlog,
                    publishing.micros(messages),
                    delivering.micros(all),
                    publishing.perSecond(messages),
                    all / seconds[0],
                    each);
        }
    }

    private static double listen(Task task) throws IOException {
        try (ListenerProcess listener = ListenerProcess.start(task)) {
            return listener.awaitDone();
        }
    }

    private static Message message(long number) {
        return Message.of("orders." + number % 1_000 + ".created", Body.of(number, 0, 256));
    }
}
