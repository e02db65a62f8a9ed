package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.RateLimit;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Until when a key is held, and what becomes of the deliveries that wait for it. */
class OrderingKeyEndsTest {

    private static final RetryPolicy AT_ONCE = RetryPolicy.fixed(Duration.ZERO);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Broadcast elsewhere =
            fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");
    final Gate gate = new Gate();
    final CountDownLatch release = new CountDownLatch(1);
    final AtomicInteger together = new AtomicInteger();

    @AfterEach
    void close() {
        gate.open();
        release.countDown();
        fixture.close();
    }

    @Test
    void what_waits_for_its_key_goes_to_others_at_once_when_its_worker_pauses() {
        BroadcastWorker worker = subscribe(events, options(), gate);
        publish("k", 50);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 50);

        worker.pause();
        Received there = new Received();
        subscribe(elsewhere, options(), there);

        await().atMost(Fixture.LONG).until(() -> there.count() == 49);
        gate.open();
        assertAllAckedOnce(50, there);
        worker.resume();
        publish("k", 1);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 51);
    }

    @Test
    void what_waits_for_its_key_goes_to_others_at_once_when_its_worker_closes() {
        BroadcastWorker worker = subscribe(events, options(), gate);
        publish("k", 50);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 50);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close);
        await().atMost(Fixture.LONG).until(() -> worker.state() == State.CLOSING);
        Received there = new Received();
        subscribe(elsewhere, options(), there);

        await().atMost(Fixture.LONG).until(() -> there.count() == 49);
        assertThat(closing).isNotDone();
        gate.open();
        closing.join();
        assertAllAckedOnce(50, there);
        assertThat(status().consumers()).hasSize(1);
    }

    private void assertAllAckedOnce(int messages, Received there) {
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == messages);
        assertThat(gate.entered()).isEqualTo(1);
        assertThat(there.ids()).doesNotHaveDuplicates();
        assertThat(there.deliveries()).extracting(Delivery::attempt).containsOnly(1);
        SubscriptionCounters counters = status().counters();
        assertThat(counters.stalled() + counters.late() + counters.retried()).isZero();
        assertThat(status().backlog()).isZero();
    }

    @Test
    void when_no_more_may_wait_for_their_key_reading_goes_on_with_the_first_that_ends() {
        Semaphore permits = new Semaphore(0);
        Received others = new Received();
        WorkerOptions.Builder options = options().concurrency(3).lockDuration(Duration.ofMinutes(10)); // few beats
        BroadcastWorker worker = subscribe(events, options, delivery -> {
            if ("k".equals(delivery.orderingKey())) {
                permits.acquire();
            } else {
                others.handle(delivery);
            }
        });
        publish("k", 1_001);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 1_001);
        worker.pause();
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 1);
        worker.resume(); // what was given back is taken, not read
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 1_001);
        publish("j", 1);
        await().atMost(Fixture.LONG).until(() -> others.count() == 1);

        publish("j", 1);
        permits.release();

        await().atMost(Fixture.LONG).until(() -> others.count() == 2);
        permits.release(1_000);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1_003);
    }

    @Test
    void of_large_messages_fewer_wait_for_their_key() {
        BroadcastWorker worker = subscribe(events, options(), gate);
        byte[] large = new byte[500_000];
        events.publishAll(IntStream.range(0, 60)
                .mapToObj(n -> Message.of("a", large).withOrderingKey("k"))
                .toList());

        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() >= 35);
        await().during(Duration.ofMillis(300))
                .atMost(Fixture.LONG)
                .until(() -> worker.status().inFlight() <= 40);

        gate.open();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 60);
        assertThat(gate.received().ids()).isSortedAccordingTo(OrderingKeyTest::byLog);
    }

    @Test
    void after_a_seek_the_key_is_held_until_the_handler_of_the_life_before_is_over() {
        Queue<String> began = new ConcurrentLinkedQueue<>();
        BroadcastWorker worker = subscribe(events, options(), alone(delivery -> {
            began.add(delivery.payload(String.class));
            if (!delivery.replayed()) {
                gate.handle(delivery);
            }
        }));
        publish("k", 20);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 20);

        events.subscriptions().seek("s", StartFrom.earliest());
        publish("j", 1);
        await().atMost(Fixture.LONG).until(() -> began.size() == 2); // the other key, of the life after
        assertThat(began).containsExactly("0", "0");
        gate.open();

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 21 && status().backlog() == 0);
        assertThat(began.stream().skip(2))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(Integer::toString).toList());
        assertThat(together).hasValue(0);
    }

    @Test
    void the_key_is_held_until_the_stage_of_its_handler_completes() {
        Map<String, CompletableFuture<Void>> pending = new ConcurrentHashMap<>();
        events.subscribeAsync(options().build(), delivery -> {
            CompletableFuture<Void> stage = new CompletableFuture<>();
            pending.put(delivery.orderingKey() + delivery.payload(String.class), stage);
            return stage;
        });
        publish("k", 3);
        publish("j", 1);

        await().atMost(Fixture.LONG).until(() -> pending.size() == 2);
        assertThat(pending).containsOnlyKeys("k0", "j0");
        requireNonNull(pending.get("j0")).complete(null);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1);
        assertThat(pending).hasSize(2);
        requireNonNull(pending.get("k0")).complete(null);
        await().atMost(Fixture.LONG).until(() -> pending.containsKey("k1"));
        assertThat(pending).doesNotContainKey("k2");
        requireNonNull(pending.get("k1")).complete(null);
        await().atMost(Fixture.LONG).until(() -> pending.containsKey("k2"));
        requireNonNull(pending.get("k2")).complete(null);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 4);
    }

    @Test
    void a_handler_whose_time_is_over_holds_its_key_until_it_returns() {
        Received received = new Received();
        subscribe(
                events,
                options().maxAttempts(2).retryPolicy(AT_ONCE).handlerTimeout(Duration.ofSeconds(2)),
                alone(delivery -> {
                    if (delivery.payload(String.class).equals("1") && delivery.attempt() == 1) {
                        ignoreInterrupts();
                    } else {
                        received.handle(delivery);
                    }
                }));
        publish("k", 3);

        await().atMost(Fixture.LONG).until(() -> status().counters().retried() == 1);
        publish("j", 1);
        await().atMost(Fixture.LONG).until(() -> received.count() == 2);
        assertThat(received.deliveries()).extracting(Delivery::orderingKey).containsExactly("k", "j");
        release.countDown();

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 4);
        assertThat(received.payloads()).containsExactly("0", "0", "2", "1");
        assertThat(together).hasValue(0);
    }

    @Test
    void a_handler_that_never_ends_lets_go_of_its_key_after_its_time_once_more() {
        Received received = new Received();
        BroadcastWorker worker =
                subscribe(events, options().maxAttempts(1).handlerTimeout(Duration.ofMillis(200)), delivery -> {
                    if (delivery.payload(String.class).equals("0")) {
                        ignoreInterrupts();
                    }
                    received.handle(delivery);
                });
        publish("k", 20);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 19);
        assertThat(worker.status().stuck()).isEqualTo(1);
        assertThat(received.ids()).isSortedAccordingTo(OrderingKeyTest::byLog);
        release.countDown();
        await().atMost(Fixture.LONG).until(() -> worker.status().stuck() == 0);
        publish("k", 20);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 39);
    }

    @Test
    void failures_retries_and_expired_ones_leave_no_key_behind() {
        WorkerOptions.Builder options = options().concurrency(8).maxAttempts(2).retryPolicy(AT_ONCE);
        subscribe(events, options, alone(delivery -> {
            int number = Integer.parseInt(delivery.payload(String.class));
            if (number % 3 == 0 && (delivery.attempt() == 1 || number % 2 == 0)) {
                throw new IllegalStateException("on purpose");
            }
        }));
        List<Message> messages = IntStream.range(0, 3_000)
                .mapToObj(n -> Message.of("a", Integer.toString(n))
                        .withOrderingKey("k" + n % 5)
                        .withTimeToLive(Duration.ofMillis(n % 10 == 9 ? 1 : 0)))
                .toList();

        events.publishAll(messages);

        await().atMost(Fixture.LONG).until(() -> status().dead() == 500 && status().backlog() == 0);
        assertThat(together).hasValue(0);
        assertThat(status().counters().expired()).isPositive();
    }

    @Test
    void under_a_rate_limit_too_a_key_that_is_held_up_holds_up_nobody_else() {
        Received others = new Received();
        subscribe(events, options().concurrency(2).rateLimit(new RateLimit(1_000, Duration.ofSeconds(1))), delivery -> {
            if ("slow".equals(delivery.orderingKey())) {
                gate.handle(delivery);
            } else {
                others.handle(delivery);
            }
        });
        publish("slow", 50);
        gate.awaitEntered(1);
        publish("k", 50);

        await().atMost(Fixture.LONG).until(() -> others.count() == 50);
        assertThat(gate.entered()).isEqualTo(1);
        gate.open();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 100);
    }

    /** Counts when two of a key are in it. */
    private MessageHandler alone(MessageHandler handler) {
        Set<String> running = ConcurrentHashMap.newKeySet();
        return delivery -> {
            String key = requireNonNull(delivery.orderingKey());
            if (!running.add(key)) {
                together.incrementAndGet();
            }
            try {
                handler.handle(delivery);
            } finally {
                running.remove(key);
            }
        };
    }

    private void ignoreInterrupts() {
        boolean open = false;
        while (!open) {
            try {
                release.await();
                open = true;
            } catch (InterruptedException e) {
                Thread.onSpinWait(); // a handler that does not care
            }
        }
    }

    private static WorkerOptions.Builder options() {
        return WorkerOptions.of("s", ">").concurrency(4);
    }

    private static BroadcastWorker subscribe(
            Broadcast broadcast, WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = broadcast.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private void publish(String key, int count) {
        events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("a", Integer.toString(n)).withOrderingKey(key))
                .toList());
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("s"));
    }
}
