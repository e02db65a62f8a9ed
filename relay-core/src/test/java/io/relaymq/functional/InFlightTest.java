package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.MessageTooLargeException;
import io.relaymq.PartialPublishException;
import io.relaymq.PartialPublishException.Fate;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.RelayException;
import io.relaymq.RelayUnavailableException;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InFlightTest {

    static final RedisProcess server = RedisProcess.builder().start();

    final FaultyLink link = FaultyLink.to(server);
    final Fixture fixture = new Fixture(server);

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        fixture.close();
        link.close();
    }

    private Broadcast events(int maxInFlight) {
        Relay relay = fixture.relay(
                fixture.newClient(link.uri()),
                options -> options.withMaxInFlightPublishes(maxInFlight).withCommandTimeout(Duration.ofSeconds(1)));
        Broadcast events = relay.broadcast("events");
        events.publish("first", "x");
        return events;
    }

    @Test
    void an_asynchronous_publish_beyond_the_window_fails_at_once_and_those_in_it_are_stored() {
        Broadcast events = events(10);
        link.pause();
        List<CompletableFuture<PublishResult>> publishes = IntStream.range(0, 10)
                .mapToObj(n -> events.publishAsync(Message.of("n." + n, n)))
                .toList();

        CompletableFuture<PublishResult> beyond = events.publishAsync(Message.of("beyond", "x"));
        assertThat(beyond).isCompletedExceptionally();
        assertThatThrownBy(beyond::join)
                .hasCauseInstanceOf(RelayUnavailableException.class)
                .hasMessageContaining(
                        "too many in flight, 10 publishes wait for their answers. The message was not stored");
        link.resume();

        publishes.forEach(CompletableFuture::join);
        assertThat(events.publishAsync(Message.of("after", "x")).join().duplicate())
                .isFalse();
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(12);
    }

    @Test
    void a_publish_that_waits_gets_room_when_one_is_answered() {
        Broadcast events = events(1);
        link.pause();
        CompletableFuture<PublishResult> first = events.publishAsync(Message.of("a", "x"));
        CompletableFuture<PublishResult> second = CompletableFuture.supplyAsync(() -> events.publish("b", "x"));
        link.resume();

        assertThat(first.join().subject()).isEqualTo("a");
        assertThat(second.join().subject()).isEqualTo("b");
    }

    @Test
    void what_cannot_be_encoded_takes_no_room() {
        Broadcast events = events(1);
        Message large = Message.of("a", "x".repeat(600 * 1024));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> events.publishAsync(large)).isInstanceOf(MessageTooLargeException.class);
        }
        assertThat(events.publish("a", "x").subject()).isEqualTo("a");
    }

    @Test
    void a_batch_that_is_cut_says_truly_what_became_of_each_message() {
        Broadcast events = events(10);
        List<Message> messages = IntStream.range(0, 20_000)
                .mapToObj(n -> Message.of("n." + n, Integer.toString(n)))
                .toList();
        long before = fixture.redis().xlen(fixture.key("log"));
        link.latency(Duration.ofMillis(5));
        CompletableFuture<List<PublishResult>> batch = CompletableFuture.supplyAsync(() -> events.publishAll(messages));
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("log")) > before + 2_000);
        link.cut();

        assertThatThrownBy(batch::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(PartialPublishException.class)
                .cause()
                .satisfies(failure -> {
                    PartialPublishException partial = (PartialPublishException) failure;
                    assertThat(partial.getCause()).isInstanceOfAny(RelayException.class);
                    Set<Integer> stored = stored();
                    assertThat(stored).containsAll(partial.indexes(Fate.STORED));
                    assertThat(stored).doesNotContainAnyElementsOf(partial.indexes(Fate.NOT_STORED));
                    assertThat(partial.indexes(Fate.NOT_STORED)).isNotEmpty();
                    if (!partial.indexes(Fate.UNKNOWN).isEmpty()) {
                        assertThat(partial.getCause()).isInstanceOf(PublishOutcomeUnknownException.class);
                        assertThat(partial.indexes(Fate.UNKNOWN)).hasSizeLessThanOrEqualTo(800);
                    }
                });
    }

    private Set<Integer> stored() {
        return fixture.redis().xrange(fixture.key("log"), io.lettuce.core.Range.unbounded()).stream()
                .filter(one -> one.getBody().get("s").startsWith("n."))
                .map(one -> Integer.valueOf(one.getBody().get("d")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void a_batch_of_many_calls_is_stored_in_its_order() {
        Broadcast events = events(10);
        List<Message> messages = IntStream.range(0, 5_000)
                .mapToObj(n -> Message.of("n." + n, Integer.toString(n)))
                .toList();
        fixture.redis().scriptFlush(); // the first calls find no script

        List<PublishResult> results = events.publishAll(messages);

        assertThat(results)
                .extracting(PublishResult::subject)
                .isEqualTo(messages.stream().map(Message::subject).toList());
        assertThat(fixture.redis().xrange(fixture.key("log"), io.lettuce.core.Range.unbounded()).stream()
                        .skip(1)
                        .map(one -> one.getBody().get("s")))
                .isEqualTo(messages.stream().map(Message::subject).toList());
    }
}
