package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.List;

/** What a message takes of Redis' memory beyond its payload: in the log, and as a copy that waits in an inbox. */
public final class MemoryGrowth implements Growth {

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                "Memory of a message beyond its payload",
                "bytes",
                2,
                "payload",
                "in the log",
                "in an inbox",
                "messages");
        int messages = quick ? 10_000 : 100_000;
        for (int payload : quick ? List.of(100, 1_024) : List.of(16, 100, 256, 1_024, 4_096)) {
            double log = bytes(payload, messages, 0);
            double copy = bytes(payload, messages, 1) - log;
            series.add(payload, log - payload, copy - payload, messages);
        }
        return series;
    }

    private static double bytes(int payload, int messages, int subscriptions) {
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, 1_000_000)) {
            Broadcast broadcast = relay.broadcast("events");
            for (int i = 0; i < subscriptions; i++) {
                broadcast.subscriptions().create("s" + i, List.of(">"), StartFrom.latest());
            }
            RelayClient.publishAll(broadcast, 100, number -> message(number, payload));
            double before = server.usage().memory();
            RelayClient.publishAll(broadcast, messages, number -> message(number, payload));
            return (server.usage().memory() - before) / messages;
        }
    }

    private static Message message(long number, int payload) {
        return Message.of("orders." + number % 1_000 + ".created", Body.of(number, 0, payload));
    }
}
