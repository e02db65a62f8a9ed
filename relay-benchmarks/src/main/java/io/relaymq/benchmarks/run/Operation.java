package io.relaymq.benchmarks.run;

import io.lettuce.core.RedisClient;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import io.relaymq.internal.redis.RedisConnections;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Connections;
import io.relaymq.internal.store.Outgoing;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Something whose cost is measured, each on a server of its own, after a fourth of it as warm-up. At the cap every publish takes the
 * oldest message from the log, and from the subscription that has not read it.
 */
public enum Operation {
    BARE_XADD(0, 1_000_000),
    BARE_XADD_AT_THE_CAP(0, 1_000),
    PUBLISH_NO_MATCH(0, 1_000_000),
    PUBLISH_1_MATCH(1, 1_000_000),
    PUBLISH_4_MATCHES(4, 1_000_000),
    PUBLISH_16_MATCHES(16, 1_000_000),
    PUBLISH_NO_MATCH_AT_THE_CAP(0, 1_000),
    PUBLISH_1_MATCH_AT_THE_CAP_UNREAD(1, 1_000),
    PUBLISH_1_MATCH_10000_PATTERNS(1, 1_000_000),
    PUBLISH_ALL_1_MATCH(1, 1_000_000),
    DELIVER_A_BACKLOG(1, 1_000_000),
    PUBLISH_ROUTED_BY_THE_SERVER(1, 1_000_000),
    PUBLISH_ROUTED_BY_THE_SERVER_10000_PATTERNS(1, 1_000_000),
    PUBLISH_ROUTED_BY_THE_SERVER_10000_PATTERNS_OF_8_SHAPES(1, 1_000_000),
    BARE_XADD_ONE_AT_A_TIME(0, 1_000_000),
    PUBLISH_1_MATCH_ONE_AT_A_TIME(1, 1_000_000);

    private static final int PATTERNS = 10_000;
    private static final List<String> ONE_SHAPE = List.of("other.*.p%d");
    private static final List<String> SHAPES = List.of(
            "other.*.p%d", "*.other.p%d", "other.p%d.*", "p%d.>", "*.p%d.>", "other.*.*.p%d", "*.*.p%d", "p%d.*.*");
    private static final int LIMIT_SECONDS = 120;

    private final int matches;
    private final int maxMessages;

    Operation(int matches, int maxMessages) {
        this.matches = matches;
        this.maxMessages = maxMessages;
    }

    /** As tables show it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** What its cost is compared with. */
    public Operation bare() {
        return window() == 1 ? BARE_XADD_ONE_AT_A_TIME : BARE_XADD;
    }

    /** How many of it are measured, of so many that are asked for: what waits for each answer takes longer. */
    public int of(int messages) {
        return window() == 1 ? messages / 10 : messages;
    }

    private int window() {
        return name().endsWith("ONE_AT_A_TIME") ? 1 : Work.WINDOW;
    }

    /** Measures it, {@link #of} so many times. */
    public Phase measure(Durability durability, int asked) throws Exception {
        int messages = of(asked);
        try (RedisServer server = RedisServer.start(durability)) {
            if (name().startsWith("BARE_XADD")) {
                xadd(server, messages / 4);
                return Phase.of(server, () -> xadd(server, messages));
            }
            try (RelayClient relay = new RelayClient(server, maxMessages)) {
                return measure(server, relay.broadcast("events"), messages);
            }
        }
    }

    private Phase measure(RedisServer server, Broadcast broadcast, int messages) throws Exception {
        for (int i = 0; i < matches; i++) {
            broadcast.subscriptions().create(Work.name(i), List.of("orders.*.created"), StartFrom.latest());
        }
        if (name().contains("10000_PATTERNS")) {
            List<String> shapes = name().endsWith("8_SHAPES") ? SHAPES : ONE_SHAPE;
            List<String> patterns = IntStream.range(0, PATTERNS)
                    .mapToObj(i -> shapes.get(i % shapes.size()).formatted(i))
                    .toList();
            broadcast.subscriptions().create("other", patterns, StartFrom.latest());
        }
        if (name().startsWith("PUBLISH_ROUTED_BY_THE_SERVER")) {
            return routedByTheServer(server, broadcast.name(), messages);
        }
        publish(broadcast, messages / 4);
        if (this == DELIVER_A_BACKLOG) {
            publish(broadcast, messages);
            return Phase.of(server, () -> deliver(broadcast, messages + messages / 4));
        }
        return Phase.of(server, () -> publish(broadcast, messages));
    }

    /** As one publishes who knows no routes: one message a call. */
    private Phase routedByTheServer(RedisServer server, String broadcast, int messages) throws Exception {
        RedisClient client = RedisClient.create(server.uri());
        try (Connections connections =
                RedisConnections.direct(() -> client, RelayOptions.defaults().withMaxMessages(maxMessages), () -> {})) {
            BroadcastStore store = connections.broadcast(broadcast);
            publish(store, messages / 4);
            return Phase.of(server, () -> publish(store, messages));
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private static void publish(BroadcastStore store, int messages) {
        RelayClient.publish(Work.WINDOW, messages, number -> {
            Outgoing message = new Outgoing(subject(number), new byte[0], Body.of(number, 0, 256), List.of(), null);
            return store.publish("", List.of(message));
        });
    }

    private void publish(Broadcast broadcast, int messages) {
        if (this == PUBLISH_ALL_1_MATCH || this == DELIVER_A_BACKLOG) {
            RelayClient.publishAll(broadcast, messages, Operation::message);
        } else {
            RelayClient.publish(broadcast, window(), messages, Operation::message);
        }
    }

    private static Message message(long number) {
        return Message.of(subject(number), Body.of(number, 0, 256));
    }

    private static String subject(long number) {
        return "orders." + number % 1_000 + ".created";
    }

    private static void deliver(Broadcast broadcast, int messages) throws InterruptedException {
        CountDownLatch received = new CountDownLatch(messages);
        try (BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of(Work.name(0), "orders.*.created").build(), delivery -> received.countDown())) {
            if (!received.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Lost " + received.getCount() + ": " + worker.status());
            }
        }
    }

    private void xadd(RedisServer server, int messages) {
        RedisClient client = RedisClient.create(server.uri());
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            byte[] key = {'k'};
            byte[] field = {'d'};
            Semaphore window = new Semaphore(window());
            for (int i = 0; i < messages; i++) {
                window.acquireUninterruptibly();
                var unused = connection
                        .async()
                        .xadd(key, XAddArgs.Builder.maxlen(maxMessages), Map.of(field, Body.of(i, 0, 256)))
                        .whenComplete((id, failure) -> window.release());
            }
            window.acquireUninterruptibly(window());
        }
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
