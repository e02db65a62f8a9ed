package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.XAddArgs;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class OrderingKeyTest {

    private static final int KEYS = 5;

    final Fixture fixture;
    final Broadcast events;

    OrderingKeyTest(RedisProcess server) {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void of_ten_thousand_messages_never_two_of_a_key_run_at_a_time_and_each_key_keeps_the_order_of_the_log() {
        int messages = 10_000;
        Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
        Map<String, Queue<String>> order = new ConcurrentHashMap<>();
        AtomicInteger together = new AtomicInteger();
        AtomicInteger all = new AtomicInteger();
        AtomicInteger mostAtATime = new AtomicInteger();
        subscribe(8, delivery -> {
            String key = requireNonNull(delivery.orderingKey());
            mostAtATime.accumulateAndGet(all.incrementAndGet(), Math::max);
            if (running.computeIfAbsent(key, one -> new AtomicInteger()).incrementAndGet() > 1) {
                together.incrementAndGet();
            }
            order.computeIfAbsent(key, one -> new ConcurrentLinkedQueue<>()).add(delivery.payload(String.class));
            Thread.yield();
            requireNonNull(running.get(key)).decrementAndGet();
            all.decrementAndGet();
        });

        publish(messages, n -> "k" + n % KEYS);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == messages);
        assertThat(together).hasValue(0);
        assertThat(mostAtATime.get()).isBetween(2, KEYS);
        for (int k = 0; k < KEYS; k++) {
            int first = k;
            assertThat(order.get("k" + k))
                    .containsExactlyElementsOf(IntStream.range(0, messages / KEYS)
                            .mapToObj(n -> Integer.toString(first + n * KEYS))
                            .toList());
        }
        assertThat(status().backlog() + status().dead()).isZero();
    }

    @Test
    void a_key_that_is_held_up_holds_up_nobody_else() {
        Gate gate = new Gate();
        Received others = new Received();
        subscribe(2, delivery -> {
            if ("slow".equals(delivery.orderingKey())) {
                gate.handle(delivery);
            } else {
                others.handle(delivery);
            }
        });
        publish(200, n -> "slow");
        gate.awaitEntered(1);
        publish(300, n -> n % 3 == 0 ? null : n % 3 == 1 ? "slow" : "k" + n);

        await().atMost(Fixture.LONG).until(() -> others.count() == 200);
        publish(10, n -> null);
        await().atMost(Fixture.LONG).until(() -> others.count() == 210);
        assertThat(gate.entered()).isEqualTo(1);

        gate.open();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 510);
        assertThat(gate.received().ids()).hasSize(300).isSortedAccordingTo(OrderingKeyTest::byLog);
    }

    @Test
    void what_waits_for_its_key_is_bounded_and_goes_on_when_the_key_is_free() {
        Gate gate = new Gate();
        BroadcastWorker worker = subscribe(4, gate);
        publish(3_000, n -> "k");

        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() >= 1_000);
        await().during(Duration.ofMillis(300))
                .atMost(Fixture.LONG)
                .until(() -> worker.status().inFlight() <= 1 + 1_000);
        assertThat(worker.status().running()).isEqualTo(1);

        gate.open();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 3_000);
        assertThat(gate.received().ids()).isSortedAccordingTo(OrderingKeyTest::byLog);
    }

    @Test
    void with_concurrency_1_the_order_is_that_of_the_log_whatever_the_keys() {
        Gate gate = new Gate();
        subscribe(1, gate);
        publish(2_000, n -> n % 3 == 0 ? null : "k" + n % 7);
        gate.open();

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 2_000);
        assertThat(gate.received().ids()).hasSize(2_000).isSortedAccordingTo(OrderingKeyTest::byLog);
    }

    @Test
    void while_one_waits_for_its_retry_later_ones_of_its_key_go_on() {
        Received received = new Received();
        WorkerOptions.Builder options =
                WorkerOptions.of("s", ">").concurrency(4).retryPolicy(RetryPolicy.fixed(Duration.ofMillis(300)));
        events.subscribe(options.build(), delivery -> {
            if (delivery.payload(String.class).equals("0") && delivery.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            received.handle(delivery);
        });
        publish(2, n -> "k");

        await().atMost(Fixture.LONG).until(() -> received.count() == 2);
        assertThat(received.payloads()).containsExactly("1", "0");
        assertThat(received.deliveries()).extracting(Delivery::orderingKey).containsOnly("k");
    }

    @Test
    void the_key_goes_along_with_a_delay_a_retained_value_a_retry_a_dead_letter_and_its_replay() {
        String key = "order \"42\" ä🙂";
        Received received = new Received();
        WorkerOptions.Builder options =
                WorkerOptions.of("s", ">").maxAttempts(2).retryPolicy(RetryPolicy.fixed(Duration.ZERO));
        events.subscribe(options.build(), delivery -> {
            received.handle(delivery);
            if (!delivery.replayed()) {
                throw new IllegalStateException("broken");
            }
        });
        Message message = Message.of("a", "x").withOrderingKey(key).withHeader("h", "v");
        events.publish(message.withRetain().withDelay(Duration.ofMillis(1)));
        await().atMost(Fixture.LONG).until(() -> status().dead() == 1);

        DeadLetters letters = events.subscriptions().deadLetters("s");
        assertThat(letters.page(DeadLetterQuery.all(), null, 10))
                .singleElement()
                .satisfies(letter -> assertThat(letter.headers()).containsEntry(Message.ORDERING_KEY_HEADER, key));
        assertThat(letters.replay(DeadLetterQuery.all(), 0)).isEqualTo(1);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1);
        Received retained = new Received();
        events.subscribe(WorkerOptions.of("late", ">").retained(true).build(), retained);
        await().atMost(Fixture.LONG).until(() -> retained.count() == 1);

        assertThat(received.deliveries()).hasSize(3).allSatisfy(delivery -> {
            assertThat(delivery.orderingKey()).isEqualTo(key);
            assertThat(delivery.headers()).containsEntry("h", "v");
        });
        assertThat(retained.deliveries()).extracting(Delivery::orderingKey).containsExactly(key);
    }

    @Test
    void a_wrong_key_is_refused_and_none_is_no_header() {
        Message message = Message.of("a", "x").withOrderingKey("k");
        assertThat(message.orderingKey()).isEqualTo("k");
        assertThat(message.withOrderingKey(null)).isEqualTo(Message.of("a", "x"));
        for (String wrong : List.of("", "x".repeat(513))) {
            assertThatThrownBy(() -> message.withOrderingKey(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Expected the ordering key to have 1 to 512 characters, got: " + wrong.length());
        }
        assertThat(message.withOrderingKey("x".repeat(512)).orderingKey()).hasSize(512);
    }

    @Test
    void what_another_language_stores_in_the_header_is_the_key() {
        Received received = new Received();
        subscribe(1, received);

        for (String headers : List.of("{\"relay-ordering-key\":\"k\"}", "{\"relay-ordering-key\":\"\"}", "{}")) {
            String id = fixture.redis().xadd(fixture.key("log"), Map.of("s", "a", "d", "", "h", headers));
            Map<String, String> copy = Map.of("s", "a", "d", "", "h", headers);
            fixture.redis().xadd(fixture.key("inbox:s"), new XAddArgs().id(id), copy);
        }

        await().atMost(Fixture.LONG).until(() -> received.count() == 3);
        assertThat(received.deliveries()).extracting(Delivery::orderingKey).containsExactly("k", null, null);
    }

    private BroadcastWorker subscribe(int concurrency, MessageHandler handler) {
        BroadcastWorker worker = events.subscribe(
                WorkerOptions.of("s", ">").concurrency(concurrency).build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private void publish(int count, IntFunction<@Nullable String> key) {
        events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("a", Integer.toString(n)).withOrderingKey(key.apply(n)))
                .toList());
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("s"));
    }

    static int byLog(String one, String other) {
        String[] first = one.split("-");
        String[] second = other.split("-");
        int byTime = Long.compare(Long.parseLong(first[0]), Long.parseLong(second[0]));
        return byTime != 0 ? byTime : Long.compare(Long.parseLong(first[1]), Long.parseLong(second[1]));
    }
}
