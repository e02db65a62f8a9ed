package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** An executor of the application that has no room now and then, which it must not. */
class RefusingExecutorTest {

    private static final int MESSAGES = 50;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger refusals = new AtomicInteger();

    @Test
    void what_it_refuses_is_tried_again_and_no_slot_is_lost() {
        Received received = new Received();
        AtomicInteger left = new AtomicInteger(25);

        try (LoggedTrouble trouble = new LoggedTrouble()) {
            handleAll(() -> left.getAndDecrement() > 0, delivery -> {
                received.handle(delivery);
                return CompletableFuture.completedFuture(null);
            });

            assertThat(received.count()).isGreaterThanOrEqualTo(MESSAGES);
            assertThat(refusals).hasValue(25);
            assertThat(trouble.warnings().stream().filter(text -> text.contains("refuses tasks")))
                    .as("once a minute")
                    .hasSizeBetween(1, 3);
        }
    }

    @Test
    void what_follows_a_stage_is_not_run_by_the_thread_that_completes_it() {
        ExecutorService completer = Executors.newSingleThreadExecutor(task -> new Thread(task, "completer"));
        Queue<String> callers = new ConcurrentLinkedQueue<>();
        try {
            handleAll(() -> Thread.currentThread().getName().equals("completer"), delivery -> {
                callers.add(Thread.currentThread().getName());
                return CompletableFuture.runAsync(() -> {}, completer);
            });
        } finally {
            completer.shutdownNow();
        }

        assertThat(callers).hasSizeGreaterThanOrEqualTo(MESSAGES).doesNotContain("completer");
        assertThat(refusals).hasPositiveValue();
    }

    /** Until all messages are acknowledged. */
    private void handleAll(BooleanSupplier refuses, AsyncMessageHandler handler) {
        try (RedisProcess server = RedisProcess.builder().start()) {
            RedisClient client = RedisClient.create(server.uri());
            try (Relay relay = RelayBuilder.forClient(client)
                    .handlerExecutor(task -> execute(task, refuses))
                    .build()) {
                Broadcast events = relay.broadcast("events");
                WorkerOptions options = WorkerOptions.of("reader", ">")
                        .concurrency(4)
                        .lockDuration(Duration.ofMillis(300))
                        .build();
                assertThat(events.subscribeAsync(options, handler).awaitReady(Fixture.LONG))
                        .isTrue();
                for (int n = 0; n < MESSAGES; n++) {
                    events.publish(Message.of("n." + n, String.valueOf(n)));
                }

                await().atMost(Fixture.LONG).until(() -> left(events) == 0);
            } finally {
                threads.shutdownNow();
                client.shutdown();
            }
        }
    }

    private static long left(Broadcast events) {
        SubscriptionStatus status = requireNonNull(events.subscriptions().describe("reader"));
        return status.lag() + status.handed() + status.waiting();
    }

    private void execute(Runnable task, BooleanSupplier refuses) {
        if (refuses.getAsBoolean()) {
            refusals.incrementAndGet();
            throw new RejectedExecutionException("no room");
        }
        threads.execute(task);
    }
}
