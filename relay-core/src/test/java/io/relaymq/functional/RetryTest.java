package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.relaymq.Broadcast;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RejectMessageException;
import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class RetryTest {

    private static final RetryPolicy SOON = RetryPolicy.fixed(Duration.ofMillis(50));

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_message_that_always_fails_is_tried_max_attempts_times_then_is_one_dead_letter_while_others_go_on() {
        for (int maxAttempts : new int[] {1, 3}) {
            String sub = "max" + maxAttempts;
            Received healthy = new Received();
            Received good = new Received();
            Queue<Delivery> attempts = new ConcurrentLinkedQueue<>();
            subscribe(WorkerOptions.of("healthy" + maxAttempts, sub + ".>"), healthy);
            subscribe(WorkerOptions.of(sub, sub + ".>").maxAttempts(maxAttempts).retryPolicy(SOON), delivery -> {
                if (delivery.subject().endsWith(".bad")) {
                    attempts.add(delivery);
                    throw new IllegalStateException("cannot do that");
                }
                good.handle(delivery);
            });

            PublishResult bad =
                    events.publish(Message.of(sub + ".bad", "the whole body").withHeader("k", "v"));
            events.publish(sub + ".good", "1");
            events.publish(sub + ".good", "2");

            await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("dead:" + sub)) == 1);
            await().atMost(Fixture.LONG).until(() -> good.count() == 2 && healthy.count() == 3);
            assertNothingLeft(sub);
            assertThat(attempts).extracting(Delivery::id).containsOnly(bad.id());
            assertThat(attempts)
                    .extracting(Delivery::attempt)
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, maxAttempts).boxed().toList());
            assertThat(attempts).extracting(Delivery::redelivered).first().isEqualTo(false);
            assertThat(attempts).extracting(Delivery::redelivered).endsWith(maxAttempts > 1);
            assertThat(deadLetters(sub).get(0))
                    .containsEntry("i", bad.id())
                    .containsEntry("s", sub + ".bad")
                    .containsEntry("d", "the whole body")
                    .containsEntry("h", "{\"k\":\"v\"}")
                    .containsEntry("cause", IllegalStateException.class.getName())
                    .containsEntry("attempts", String.valueOf(maxAttempts))
                    .containsEntry("stalls", "0")
                    .hasEntrySatisfying("detail", detail -> assertThat(detail).contains("cannot do that", "RetryTest"));
            assertThat(healthy.timesById().values()).containsOnly(1L);
        }
    }

    @Test
    void what_succeeds_at_its_second_attempt_is_acked_and_forgotten() {
        Received received = new Received();
        subscribe(WorkerOptions.of("second", ">").retryPolicy(SOON), delivery -> {
            if (delivery.attempt() == 1) {
                throw new java.io.IOException("not yet");
            }
            received.handle(delivery);
        });

        events.publish("a", "1");

        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        assertThat(received.deliveries().get(0).attempt()).isEqualTo(2);
        assertThat(received.deliveries().get(0).redelivered()).isTrue();
        await().atMost(Fixture.LONG)
                .until(() -> requireNonNull(events.subscriptions().describe("second"))
                                .counters()
                                .acked()
                        == 1);
        assertNothingLeft("second");
        assertThat(deadLetters("second")).isEmpty();
    }

    @Test
    void what_can_never_be_handled_is_a_dead_letter_at_once_and_the_next_is_handled() {
        Queue<String> calls = new ConcurrentLinkedQueue<>();
        subscribe(WorkerOptions.of("strict", ">").retryPolicy(SOON), delivery -> {
            calls.add(delivery.subject());
            if (delivery.subject().equals("rejected")) {
                throw new RejectMessageException("never");
            }
            delivery.payload(Numbered.class);
        });

        events.publish("bad.json", "{\"id\":\"x\"}");
        events.publish("rejected", "{\"id\":1}");
        events.publish("good", "{\"id\":2}");

        await().atMost(Fixture.LONG)
                .until(() -> calls.size() >= 3 && deadLetters("strict").size() == 2);
        assertNothingLeft("strict");
        assertThat(calls).containsExactly("bad.json", "rejected", "good");
        assertThat(deadLetters("strict"))
                .extracting(one -> one.get("cause"))
                .containsExactly("io.relaymq.PayloadException", "io.relaymq.RejectMessageException");
        assertThat(deadLetters("strict")).extracting(one -> one.get("attempts")).containsOnly("1");
        assertThat(deadLetters("strict")).extracting(one -> one.get("d")).startsWith("{\"id\":\"x\"}");
    }

    @Test
    void errors_and_interrupts_count_as_failures_and_do_not_reach_the_next_delivery() {
        Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
        subscribe(
                WorkerOptions.of("rough", ">").maxAttempts(2).retryPolicy(RetryPolicy.fixed(Duration.ZERO)),
                delivery -> {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    switch (delivery.subject()) {
                        case "error" -> throw new StackOverflowError();
                        case "assertion" -> throw new AssertionError("no");
                        case "interrupt" -> {
                            Thread.currentThread().interrupt();
                            throw new InterruptedException();
                        }
                        default -> {}
                    }
                });

        for (String subject : List.of("error", "assertion", "interrupt", "good")) {
            events.publish(subject, "x");
        }

        await().atMost(Fixture.LONG).until(() -> deadLetters("rough").size() == 3 && interrupted.size() == 7);
        assertNothingLeft("rough");
        assertThat(interrupted).containsOnly(false);
        assertThat(deadLetters("rough")).extracting(one -> one.get("attempts")).containsOnly("2");
        assertThat(requireNonNull(events.subscriptions().describe("rough"))
                        .counters()
                        .acked())
                .isEqualTo(1);
    }

    @Test
    void failures_wait_for_their_backoff_apart_and_do_not_starve_the_good_ones() {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        RetryPolicy late = RetryPolicy.fixed(Duration.ofSeconds(5));
        subscribe(WorkerOptions.of("crowded", ">").concurrency(2).maxAttempts(2).retryPolicy(late), delivery -> {
            order.add(delivery.subject() + "#" + delivery.attempt());
            if (delivery.subject().startsWith("bad")) {
                throw new IllegalStateException("always");
            }
        });
        List<Message> bad = IntStream.range(0, 60)
                .mapToObj(n -> Message.of("bad." + n, "x"))
                .toList();
        List<Message> good = IntStream.range(0, 50)
                .mapToObj(n -> Message.of("good." + n, "x"))
                .toList();
        events.publishAll(bad);

        events.publishAll(good);

        await().atMost(Fixture.LONG).until(() -> deadLetters("crowded").size() == 60);
        assertThat(order).hasSize(170).doesNotHaveDuplicates();
        assertThat(order.subList(0, 110)).allSatisfy(one -> assertThat(one).endsWith("#1"));
        assertNothingLeft("crowded");
    }

    @Test
    void a_message_that_waits_for_its_backoff_costs_no_commands() {
        Received good = new Received();
        Queue<Delivery> failing = new ConcurrentLinkedQueue<>();
        RetryPolicy late = RetryPolicy.fixed(Duration.ofMinutes(10));
        subscribe(WorkerOptions.of("patient", ">").retryPolicy(late), delivery -> {
            if (delivery.subject().equals("bad")) {
                failing.add(delivery);
                throw new IllegalStateException("always");
            }
            good.handle(delivery);
        });
        events.publish("bad", "x");
        events.publishAll(
                IntStream.range(0, 50).mapToObj(n -> Message.of("good", "x")).toList());
        await().atMost(Fixture.LONG).until(() -> good.count() == 50 && failing.size() == 1);
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("inbox:patient")) == 0);
        ServerCounts before = ServerCounts.of(fixture.redis());

        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);

        ServerCounts after = ServerCounts.of(fixture.redis());
        assertThat(after.scripts() - before.scripts()).isLessThanOrEqualTo(3);
        assertThat(after.calls("xreadgroup") - before.calls("xreadgroup")).isLessThanOrEqualTo(2);
        assertThat(failing).hasSize(1);
        assertThat(requireNonNull(events.subscriptions().describe("patient")).waiting())
                .isEqualTo(1);
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private List<Map<String, String>> deadLetters(String sub) {
        return fixture.redis().xrange(fixture.key("dead:" + sub), Range.unbounded()).stream()
                .map(one -> one.getBody())
                .toList();
    }

    private void assertNothingLeft(String sub) {
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("inbox:" + sub)) == 0);
        for (String key : List.of("wait:", "due:", "taken:", "tries:")) {
            await(key).atMost(Fixture.LONG).until(() -> fixture.redis().exists(fixture.key(key + sub)) == 0);
        }
    }

    record Numbered(int id) {}
}
