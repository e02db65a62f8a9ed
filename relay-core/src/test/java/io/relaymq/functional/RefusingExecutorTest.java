package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An executor of the application that has no room now and then, which it must not. */
class RefusingExecutorTest {

    @Test
    void what_it_refuses_is_tried_again_and_no_slot_is_lost() {
        try (RedisProcess server = RedisProcess.builder().start()) {
            RedisClient client = RedisClient.create(server.uri());
            ExecutorService threads = Executors.newCachedThreadPool();
            AtomicInteger refusals = new AtomicInteger(25);
            try (Relay relay = RelayBuilder.forClient(client)
                    .handlerExecutor(task -> {
                        if (refusals.getAndDecrement() > 0) {
                            throw new RejectedExecutionException("no room");
                        }
                        threads.execute(task);
                    })
                    .build()) {
                Received received = new Received();
                Broadcast events = relay.broadcast("events");
                WorkerOptions options = WorkerOptions.of("reader", ">")
                        .concurrency(4)
                        .lockDuration(Duration.ofMillis(300))
                        .build();
                BroadcastWorker worker = events.subscribe(options, received);
                assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
                for (int n = 0; n < 50; n++) {
                    events.publish(Message.of("n." + n, String.valueOf(n)));
                }

                await().atMost(Fixture.LONG).until(() -> received.count() >= 50);
                assertThat(refusals.get()).isNegative();
            } finally {
                threads.shutdownNow();
                client.shutdown();
            }
        }
    }
}
