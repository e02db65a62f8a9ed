package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.Delivery;
import io.relaymq.InvalidPatternException;
import io.relaymq.InvalidSubjectException;
import io.relaymq.Message;
import io.relaymq.RetainedValue;
import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class RetainedTest {

    final Fixture fixture;
    final Broadcast events;
    final Received received = new Received();

    RetainedTest(RedisProcess server) {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_value_is_read_listed_replaced_and_deleted() {
        assertThat(events.retained().get("config.a")).isNull();
        events.publish(Message.of("config.a", 1).withRetain().withHeader("h", "v"));
        events.publish(Message.of("config.b", 2).withRetain(Duration.ofHours(1)));
        String id = events.publish(Message.of("config.a", 3).withRetain()).id();

        RetainedValue value = requireNonNull(events.retained().get("config.a"));
        assertThat(value.id()).isEqualTo(id);
        assertThat(value.payload(Integer.class)).isEqualTo(3);
        assertThat(value.headers()).isEmpty();
        assertThat(value.expiresAt()).isNull();
        RetainedValue other = requireNonNull(events.retained().get("config.b"));
        assertThat(other.expiresAt()).isEqualTo(other.publishedAt().plus(Duration.ofHours(1)));
        assertThat(events.retained().page(List.of("config.*"), null, 10))
                .extracting(RetainedValue::subject)
                .containsExactly("config.b", "config.a");
        assertThat(events.retained().delete("config.a")).isTrue();
        assertThat(events.retained().delete("config.a")).isFalse();
        events.publish(Message.of("config.b", null).withRetain());
        assertThat(events.retained().page(List.of(), null, 10)).isEmpty();
    }

    @Test
    void pages_bring_every_value_once() {
        events.publishAll(IntStream.range(0, 300)
                .mapToObj(n ->
                        Message.of((n % 3 == 0 ? "three." : "other.") + n, n).withRetain())
                .toList());

        List<RetainedValue> all = new ArrayList<>();
        List<RetainedValue> page = events.retained().page(List.of("three.*"), null, 7);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = events.retained()
                    .page(List.of("three.*"), page.get(page.size() - 1).id(), 7);
        }

        assertThat(all)
                .extracting(one -> one.payload(Integer.class))
                .isEqualTo(IntStream.range(0, 100).mapToObj(n -> 3 * n).toList());
    }

    @Test
    void what_is_wrong_with_a_question_is_said() {
        assertThatThrownBy(() -> events.retained().get("a..b")).isInstanceOf(InvalidSubjectException.class);
        assertThatThrownBy(() -> events.retained().delete("a.*")).isInstanceOf(InvalidSubjectException.class);
        assertThatThrownBy(() -> events.retained().page(List.of("a*"), null, 1))
                .isInstanceOf(InvalidPatternException.class);
        assertThatThrownBy(() -> events.retained().page(List.of(), null, 1_001))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_late_subscription_is_given_the_values_first_and_knows_them_also_when_it_tries_again() {
        events.publishAll(IntStream.range(0, 500)
                .mapToObj(n -> Message.of("a." + n, n).withRetain())
                .toList());
        AtomicInteger failures = new AtomicInteger();
        events.subscribe(
                options("s", "a.>")
                        .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(1)))
                        .build(),
                delivery -> {
                    if (delivery.subject().equals("a.7") && failures.getAndIncrement() == 0) {
                        throw new IllegalStateException("once");
                    }
                    received.handle(delivery);
                });
        await().atMost(Fixture.LONG).until(() -> received.count() == 500);
        events.publish(Message.of("a.1", "live").withRetain());
        await().atMost(Fixture.LONG).until(() -> received.count() == 501);

        assertThat(received.deliveries().subList(0, 500)).allMatch(Delivery::retained);
        assertThat(received.deliveries().get(500).retained()).isFalse();
        assertThat(received.timesById().values()).allMatch(times -> times == 1);
    }

    @Test
    void a_subscription_that_joins_while_values_change_misses_none_and_is_given_none_twice() throws Exception {
        int subjects = 20;
        AtomicBoolean stop = new AtomicBoolean();
        Map<String, Integer> last = new HashMap<>();
        Thread publisher = new Thread(
                () -> {
                    for (int n = 0; !stop.get(); n++) {
                        String subject = "a." + n % subjects;
                        events.publish(Message.of(subject, n).withRetain());
                        last.put(subject, n);
                    }
                },
                "publisher");
        publisher.start();
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("retained")) == subjects);

        List<Received> late = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Received one = new Received();
            late.add(one);
            assertThat(events.subscribe(options("late" + i, "a.*").build(), one).awaitReady(Fixture.LONG))
                    .isTrue();
        }
        await().atMost(Fixture.LONG).until(() -> late.stream().allMatch(one -> one.count() > 2 * subjects));
        stop.set(true);
        publisher.join();

        for (Received one : late) {
            await().atMost(Fixture.LONG)
                    .until(() -> one.payloads()
                            .contains(Integer.toString(last.values().stream()
                                    .mapToInt(n -> n)
                                    .max()
                                    .orElseThrow())));
            List<Integer> numbers =
                    one.payloads().stream().map(Integer::valueOf).toList();
            int first = numbers.get(0);
            assertThat(numbers)
                    .as("no gap, no repeat, in order")
                    .isEqualTo(IntStream.rangeClosed(first, numbers.get(numbers.size() - 1))
                            .boxed()
                            .toList());
            assertThat(one.deliveries().subList(0, 2)).anyMatch(Delivery::retained);
        }
    }

    private static WorkerOptions.Builder options(String name, String pattern) {
        return WorkerOptions.of(name, pattern).retained(true);
    }
}
