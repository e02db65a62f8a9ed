package io.relaymq.benchmarks.bars;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.benchmarks.listener.ListenerProcess;
import io.relaymq.benchmarks.listener.ListenerProcess.Task;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.io.IOException;
import java.util.List;

/** A long backlog, and a process with a small heap that works it off. */
public final class BacklogBar implements Bar.Measure {

    private static final String HEAP = "-Xmx128m";
    private static final double LEAST = 0.8;

    @Override
    public Bar measure(boolean quick) throws IOException {
        long backlog = quick ? 50_000 : 1_000_000;
        long live = quick ? 20_000 : 300_000;
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.NO_CAP)) {
            double steady = steady(server, relay.broadcast("live"), live);
            double drained = drained(server, relay.broadcast("backlog"), backlog);
            return new Bar(
                    "rate at which a process with " + HEAP + " works off a backlog of " + Spread.text(backlog, 0),
                    "≥ 80 % of the rate it keeps up with live",
                    Spread.text(drained, 0) + "/s against " + Spread.text(steady, 0) + "/s live: "
                            + Spread.text(100 * drained / steady, 0) + " %",
                    drained >= LEAST * steady);
        }
    }

    private static double steady(RedisServer server, Broadcast broadcast, long messages) throws IOException {
        try (ListenerProcess listener =
                ListenerProcess.start(new Task(server.uri(), broadcast.name(), "s", 1, 2 * messages), HEAP)) {
            RelayClient.publish(broadcast, 2 * messages, BacklogBar::message);
            return 2 * messages / listener.awaitDone();
        }
    }

    private static double drained(RedisServer server, Broadcast broadcast, long messages) throws IOException {
        broadcast.subscriptions().create("s", List.of(">"), StartFrom.latest());
        RelayClient.publishAll(broadcast, messages, BacklogBar::message);
        try (ListenerProcess listener =
                ListenerProcess.start(new Task(server.uri(), broadcast.name(), "s", 1, messages), HEAP)) {
            return messages / listener.awaitDone();
        }
    }

    private static Message message(long number) {
        return Message.of("t." + number % 1_000 + ".x", Body.of(number, 0, 256));
    }
}
