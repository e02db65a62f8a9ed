package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.relaymq.Broadcast;
import io.relaymq.InvalidSubjectException;
import io.relaymq.Message;
import io.relaymq.MessageTooLargeException;
import io.relaymq.PayloadException;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class PublishTest {

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Relay relay;
    Broadcast events;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        relay = fixture.relay(options -> options.withMaxMessageSize(1_000));
        events = relay.broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void thousands_at_once_keep_their_order_and_each_has_its_result() {
        Received even = new Received();
        assertThat(events.subscribe(WorkerOptions.of("even", "n.*.even").build(), even)
                        .awaitReady(Fixture.LONG))
                .isTrue();
        List<Message> messages = IntStream.range(0, 2_550)
                .mapToObj(n -> Message.of("n." + n + (n % 2 == 0 ? ".even" : ".odd"), String.valueOf(n))
                        .withHeader("number", "" + n))
                .toList();

        List<PublishResult> results = events.publishAll(messages);

        assertThat(results)
                .extracting(PublishResult::subject)
                .containsExactlyElementsOf(
                        messages.stream().map(Message::subject).toList());
        assertThat(idsOfLog())
                .containsExactlyElementsOf(
                        results.stream().map(PublishResult::id).toList());
        assertThat(IntStream.range(0, results.size()))
                .allSatisfy(n -> assertThat(results.get(n).subscriptions()).isEqualTo(1 - n % 2));
        await().atMost(Fixture.LONG).until(() -> even.count() >= 1_275);
        assertThat(even.payloads())
                .containsExactlyElementsOf(IntStream.range(0, 1_275)
                        .mapToObj(n -> String.valueOf(2 * n))
                        .toList());
        assertThat(even.deliveries())
                .allSatisfy(one -> assertThat(one.headers()).isEqualTo(Map.of("number", one.payload(String.class))));
        assertThat(events.publishAll(List.of())).isEmpty();
    }

    @Test
    void publishes_without_waiting_keep_the_order_of_their_thread() {
        List<CompletableFuture<PublishResult>> futures = new ArrayList<>();
        futures.add(CompletableFuture.completedFuture(events.publish("n.0", 0)));
        for (int n = 1; n < 5_000; n++) {
            futures.add(events.publishAsync(Message.of("n." + n, n)));
        }

        List<PublishResult> results =
                futures.stream().map(CompletableFuture::join).toList();

        assertThat(idsOfLog())
                .containsExactlyElementsOf(
                        results.stream().map(PublishResult::id).toList());
    }

    @Test
    void publishes_that_wait_for_the_first_connection_keep_their_order_too() {
        events.publish("n.0", 0);
        Broadcast fresh = fixture.relay().broadcast("events");
        List<CompletableFuture<PublishResult>> futures = IntStream.range(0, 100)
                .mapToObj(n -> fresh.publishAsync(Message.of("n." + n, n)))
                .toList();

        List<String> ids = futures.stream().map(one -> one.join().id()).toList();

        assertThat(idsOfLog()).hasSize(101).endsWith(ids.toArray(String[]::new));
    }

    @Test
    void what_is_wrong_with_a_message_is_said_at_once_and_nothing_is_stored() {
        Message good = Message.of("n.1", "x".repeat(1_000));
        Message large = Message.of("n.1", "x".repeat(1_001));

        assertThatThrownBy(() -> events.publish("n..1", "x")).isInstanceOf(InvalidSubjectException.class);
        assertThatThrownBy(() -> events.publish(large))
                .isInstanceOf(MessageTooLargeException.class)
                .hasMessageContaining("1001 bytes")
                .hasMessageContaining("not stored");
        assertThatThrownBy(() -> events.publishAsync(good.withHeader("a", "b")))
                .isInstanceOf(MessageTooLargeException.class);
        assertThatThrownBy(() -> events.publishAll(List.of(good, large, good)))
                .isInstanceOf(MessageTooLargeException.class);
        assertThatThrownBy(() -> events.publish("n.1", new Unreadable())).isInstanceOf(PayloadException.class);

        assertThat(fixture.redis().exists(fixture.key("log"))).isZero();
        assertThat(events.publish(good).id()).isEqualTo(idsOfLog().get(0));
        relay.close();
        assertThatThrownBy(() -> events.publish(good)).isInstanceOf(IllegalStateException.class);
        assertThat(idsOfLog()).hasSize(1);
    }

    private List<String> idsOfLog() {
        return fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                .map(StreamMessage::getId)
                .toList();
    }

    /** No serializer can make anything of it. */
    private static final class Unreadable {

        @SuppressWarnings("unused")
        public String getName() {
            return requireNonNull(null, "no name");
        }
    }
}
