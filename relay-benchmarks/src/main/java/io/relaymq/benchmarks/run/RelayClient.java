package io.relaymq.benchmarks.run;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.RedisServer;
import io.relaymq.bootstrap.RelayBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Relay on a server of a run's, for tables that are about Relay alone. */
public final class RelayClient implements AutoCloseable {

    private static final int BATCH = 1_000;

    private final RedisClient client;
    private final Relay relay;

    /** @param maxMessages the cap of each broadcast */
    public RelayClient(RedisServer server, long maxMessages) {
        client = RedisClient.create(server.uri());
        relay = RelayBuilder.forClient(client)
                .options(RelayOptions.defaults().withMaxMessages(maxMessages))
                .build();
    }

    /** A broadcast. */
    public Broadcast broadcast(String name) {
        return relay.broadcast(name);
    }

    /** Waits until all workers have joined. */
    public void awaitReady() {
        relay.workers().forEach(worker -> {
            if (!worker.awaitReady(Duration.ofMinutes(2))) {
                throw new IllegalStateException("Not joined: " + worker.status());
            }
        });
    }

    /** Publishes messages one by one, with at most {@link Work#WINDOW} unanswered. */
    public static void publish(Broadcast broadcast, long messages, LongFunction<Message> message) {
        publish(broadcast, Work.WINDOW, messages, message);
    }

    /** Publishes messages one by one, with at most so many unanswered. */
    static void publish(Broadcast broadcast, int most, long messages, LongFunction<Message> message) {
        publish(most, messages, number -> broadcast.publishAsync(message.apply(number)));
    }

    /** Asks for messages one by one, with at most so many unanswered. */
    static void publish(int most, long messages, LongFunction<? extends CompletionStage<?>> call) {
        Semaphore window = new Semaphore(most);
        for (long i = 0; i < messages; i++) {
            window.acquireUninterruptibly();
            CompletionStage<?> unused = call.apply(i).whenComplete((result, failure) -> {
                if (failure != null) {
                    failure.printStackTrace();
                }
                window.release();
            });
        }
        window.acquireUninterruptibly(most);
    }

    /** Publishes messages many at a time. */
    public static void publishAll(Broadcast broadcast, long messages, LongFunction<Message> message) {
        for (long from = 0; from < messages; from += BATCH) {
            List<Message> batch = LongStream.range(from, Math.min(messages, from + BATCH))
                    .mapToObj(message)
                    .toList();
            broadcast.publishAll(batch);
        }
    }

    @Override
    public void close() {
        relay.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
