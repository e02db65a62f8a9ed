package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.DelayedMessagesFullException;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class DelayedTest {

    private static final Duration LATER = Duration.ofMillis(300);

    final Fixture fixture;
    final Broadcast events;
    final Received received = new Received();

    DelayedTest(RedisProcess server) {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_delayed_message_reaches_at_its_time_whoever_matches_then() {
        events.subscriptions().create("before", List.of(">"), StartFrom.latest());
        long published = fixture.serverMillis();
        PublishResult result = events.publish(Message.of("a.b", "x").withDelay(LATER));

        assertThat(result.scheduled()).isTrue();
        assertThat(result.subscriptions()).isZero();
        assertThat(requireNonNull(result.dueAt()).toEpochMilli()).isBetween(published + 300, published + 5_000);
        events.subscriptions().delete("before");
        subscribe("after", received);
        await().atMost(Fixture.LONG).until(() -> received.count() == 1);

        Delivery delivery = received.deliveries().get(0);
        assertThat(delivery.publishedAt()).isAfterOrEqualTo(result.dueAt());
        assertThat(delivery.id()).isNotEqualTo(result.id());
        assertThat(events.cancel(result.id())).isFalse();
    }

    @Test
    void the_process_that_handed_it_over_publishes_it_to_the_tenth_of_a_second() {
        subscribe("s", received);
        List<PublishResult> results = IntStream.range(0, 10)
                .mapToObj(n -> events.publish(Message.of("a", n).withDelay(Duration.ofMillis(100 + 100 * n))))
                .toList();

        await().atMost(Fixture.LONG).until(() -> received.count() == 10);

        List<Long> late = IntStream.range(0, 10)
                .mapToObj(n -> Duration.between(
                                requireNonNull(results.get(n).dueAt()),
                                received.deliveries().get(n).publishedAt())
                        .toMillis())
                .sorted()
                .toList();
        assertThat(late).allMatch(millis -> millis >= 0);
        assertThat(late.get(5)).as("the median of %s", late).isLessThan(100); // the others when the machine is busy
    }

    @Test
    void what_is_cancelled_is_not_published() {
        subscribe("s", received);
        PublishResult result = events.publish(Message.of("a", "cancelled").withDelay(LATER));
        events.publish(Message.of("a", "kept")
                .withDelayUntil(requireNonNull(result.dueAt()).plusMillis(1)));

        assertThat(events.cancel(result.id())).isTrue();
        assertThat(events.cancel(result.id())).isFalse();

        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        assertThat(received.payloads()).containsExactly("kept");
    }

    @Test
    void what_a_process_that_is_gone_handed_over_is_published_by_another_once_and_by_itself_when_it_is_over() {
        Relay gone = fixture.relay();
        List<Message> messages = IntStream.range(0, 250)
                .mapToObj(n -> Message.of("a", Integer.toString(n)).withDelay(Duration.ofMillis(100)))
                .toList();
        gone.broadcast("events").publishAll(messages);
        gone.close();
        await().atMost(Fixture.LONG).until(() -> fixture.serverMillis() > lastDue() + 50);

        Broadcast first = fixture.relay().broadcast("events");
        Broadcast second = fixture.relay().broadcast("events");
        first.subscribe(WorkerOptions.of("s", "a").build(), received);
        second.publish("other", "x");

        await().atMost(Fixture.LONG)
                .until(() -> fixture.redis().exists(fixture.key("delayed"), fixture.key("delayed-bodies")) == 0);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(251);
    }

    /** When the last one is due. */
    private long lastDue() {
        return fixture.redis().zrangeWithScores(fixture.key("delayed"), -1, -1).stream()
                .mapToLong(one -> (long) one.getScore())
                .findFirst()
                .orElse(0);
    }

    @Test
    void a_batch_of_messages_for_now_and_for_later_is_answered_in_its_order() {
        List<PublishResult> results = events.publishAll(List.of(
                Message.of("a", "1"),
                Message.of("b", "2").withDelay(Duration.ofHours(1)),
                Message.of("c", "3").withDelayUntil(Instant.MAX),
                Message.of("d", "4")));

        assertThat(results).extracting(PublishResult::subject).containsExactly("a", "b", "c", "d");
        assertThat(results).extracting(PublishResult::scheduled).containsExactly(false, true, true, false);
    }

    @Test
    void a_delayed_publish_may_be_repeated_under_its_key() {
        Message message = Message.of("a", "x").withDelay(Duration.ofHours(1)).withIdempotencyKey("k");
        PublishResult first = events.publish(message);
        PublishResult again = events.publish(message);

        assertThat(again.duplicate()).isTrue();
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.dueAt()).isEqualTo(first.dueAt());
        assertThat(fixture.redis().zcard(fixture.key("delayed"))).isEqualTo(1);
    }

    @Test
    void where_as_many_wait_as_may_the_publish_is_refused_and_says_so() {
        fixture.redis()
                .eval(
                        "for i = 1, 100000 do redis.call('ZADD', KEYS[1], 1e15, i) end",
                        io.lettuce.core.ScriptOutputType.STATUS,
                        fixture.key("delayed"));

        assertThatThrownBy(() -> events.publish(Message.of("a", "x").withDelay(LATER)))
                .isInstanceOf(DelayedMessagesFullException.class)
                .hasMessageContaining("100000 delayed messages wait already. It was not stored");
    }

    private void subscribe(String name, Received handler) {
        assertThat(events.subscribe(WorkerOptions.of(name, ">").build(), handler)
                        .awaitReady(Fixture.LONG))
                .isTrue();
    }
}
