package io.relaymq.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The first numbers: what a publish and a delivery cost, beside a bare XADD in the same run. One server, one process, 256-byte
 * payloads, memory only. Prints a table; read its ratios, not its absolute figures.
 */
public final class FirstNumbers {

    private static final int MESSAGES = Integer.getInteger("messages", 200_000);
    private static final byte[] PAYLOAD = new byte[256];
    private static final int WINDOW = 1_000;

    private FirstNumbers() {}

    public static void main(String[] args) throws Exception {
        Arrays.fill(PAYLOAD, (byte) 'x');
        try (RedisProcess redis = RedisProcess.builder().start()) {
            RedisClient client = RedisClient.create(redis.uri());
            print(
                    "# Redis %s, Java %s, %d processors, %d messages of %d bytes%n",
                    redis.version(),
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors(),
                    MESSAGES,
                    PAYLOAD.length);
            StatefulRedisConnection<String, String> control = client.connect();
            run(client, control);
            control.close();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private static void run(RedisClient client, StatefulRedisConnection<String, String> control) throws Exception {
        Meter meter = new Meter(control);
        bareXadd(client); // warm-up
        meter.measure("bare XADD, pipelined", () -> bareXadd(client));
        RelayOptions options = RelayOptions.defaults().withMaxMessages(1_000_000);
        try (Relay relay = RelayBuilder.forClient(client).options(options).build()) {
            Broadcast none = relay.broadcast("none");
            publishAsync(none, MESSAGES / 4); // warm-up
            meter.measure("publish, no match", () -> publishAsync(none, MESSAGES));
            Broadcast one = relay.broadcast("one");
            subscribeAndLeave(one, 1);
            publishAsync(one, 1_000);
            meter.measure("publish, 1 match", () -> publishAsync(one, MESSAGES));
            Broadcast four = relay.broadcast("four");
            subscribeAndLeave(four, 4);
            publishAsync(four, 1_000);
            meter.measure("publish, 4 matches", () -> publishAsync(four, MESSAGES));
            Broadcast batch = relay.broadcast("batch");
            subscribeAndLeave(batch, 1);
            publishAsync(batch, 1_000);
            meter.measure("publishAll by 100, 1 match", () -> publishAll(batch, MESSAGES));
            meter.measure("deliver a backlog, 1 subscription", () -> deliver(one, "s0", MESSAGES));
            Broadcast live = relay.broadcast("live");
            meter.measure("publish and deliver, 1 subscription", () -> publishAndDeliver(live, MESSAGES));
            latency(relay.broadcast("latency"));
        }
        meter.print();
    }

    private static void bareXadd(RedisClient client) throws Exception {
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        byte[] key = {'b'};
        byte[] field = {'d'};
        Semaphore window = new Semaphore(WINDOW);
        for (int i = 0; i < MESSAGES; i++) {
            window.acquire();
            var unused = connection
                    .async()
                    .xadd(key, Map.of(field, PAYLOAD))
                    .whenComplete((id, failure) -> window.release());
        }
        window.acquire(WINDOW);
        connection.close();
    }

    private static void subscribeAndLeave(Broadcast broadcast, int subscriptions) {
        for (int i = 0; i < subscriptions; i++) {
            try (BroadcastWorker worker = broadcast.subscribe(
                    WorkerOptions.of("s" + i, "orders.*.created").build(), delivery -> {})) {
                worker.awaitReady(Duration.ofSeconds(10));
            }
        }
    }

    private static void publishAsync(Broadcast broadcast, int messages) throws Exception {
        Semaphore window = new Semaphore(WINDOW);
        for (int i = 0; i < messages; i++) {
            window.acquire();
            Future<?> unused = broadcast
                    .publishAsync(Message.of("orders." + i % 1000 + ".created", PAYLOAD))
                    .whenComplete((result, failure) -> window.release());
        }
        window.acquire(WINDOW);
    }

    private static void publishAll(Broadcast broadcast, int messages) {
        List<Message> batch = IntStream.range(0, 1_000)
                .mapToObj(i -> Message.of("orders." + i + ".created", PAYLOAD))
                .toList();
        for (int i = 0; i < messages; i += batch.size()) {
            broadcast.publishAll(batch);
        }
    }

    private static void deliver(Broadcast broadcast, String subscription, int messages) throws Exception {
        CountDownLatch received = new CountDownLatch(messages);
        try (BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of(subscription, "orders.*.created").build(), delivery -> received.countDown())) {
            if (!received.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("lost " + received.getCount() + ": " + worker.status());
            }
        }
    }

    private static void publishAndDeliver(Broadcast broadcast, int messages) throws Exception {
        CountDownLatch received = new CountDownLatch(messages);
        try (BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of("live", "orders.*.created").build(), delivery -> received.countDown())) {
            worker.awaitReady(Duration.ofSeconds(10));
            publishAsync(broadcast, messages);
            if (!received.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("lost " + received.getCount() + ": " + worker.status());
            }
        }
    }

    private static void latency(Broadcast broadcast) throws Exception {
        int messages = 5_000;
        List<Long> nanos = new ArrayList<>();
        CompletableFuture<?>[] arrived = new CompletableFuture<?>[messages];
        Arrays.setAll(arrived, i -> new CompletableFuture<>());
        try (BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of("latency", ">").build(),
                delivery -> arrived[Integer.parseInt(delivery.payload(String.class))].complete(null))) {
            worker.awaitReady(Duration.ofSeconds(10));
            for (int i = 0; i < messages; i++) {
                long begin = System.nanoTime();
                Future<?> unused = broadcast.publishAsync(Message.of("l.x", Integer.toString(i)));
                arrived[i].get(10, TimeUnit.SECONDS);
                nanos.add(System.nanoTime() - begin);
            }
        }
        long[] sorted = nanos.stream()
                .skip(messages / 5)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        print(
                "publish to handler, one at a time: p50 %.3f ms, p99 %.3f ms%n",
                sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6);
    }

    static void print(String format, Object... values) {
        System.out.printf(format, values);
    }
}
