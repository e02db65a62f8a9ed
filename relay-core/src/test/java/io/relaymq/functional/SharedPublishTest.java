package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastOverflowException;
import io.relaymq.Message;
import io.relaymq.NoSubscribersException;
import io.relaymq.PublishResult;
import io.relaymq.StartFrom;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Publishes that share calls are to have results, errors and order as if each had one of its own. */
@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class SharedPublishTest {

    @Parameter
    RedisProcess server;

    Fixture fixture;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Broadcast events() {
        Broadcast events = fixture.relay().broadcast("events");
        events.publish("first", "x");
        return events;
    }

    private static List<CompletableFuture<PublishResult>> publish(Broadcast events, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(n -> events.publishAsync(Message.of("n." + n, n)))
                .toList();
    }

    private List<String> logged() {
        return fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                .map(StreamMessage::getBody)
                .map(body -> body.get("s"))
                .toList();
    }

    @Test
    void a_thousand_at_once_are_a_fraction_of_a_thousand_calls() {
        Broadcast events = events();
        long before = ServerCounts.of(fixture.redis()).scripts();

        publish(events, 0, 1_000).forEach(CompletableFuture::join);

        assertThat(ServerCounts.of(fixture.redis()).scripts() - before).isLessThan(500);
        assertThat(logged()).hasSize(1_001);
    }

    @Test
    void what_one_thread_publishes_is_stored_in_its_order_whichever_way_it_publishes() {
        Broadcast events = events();
        List<String> expected = new ArrayList<>(List.of("first"));
        for (int round = 0; round < 10; round++) {
            int from = round * 1_000;
            publish(events, from, from + 500);
            events.publishAll(IntStream.range(from + 500, from + 999)
                    .mapToObj(n -> Message.of("n." + n, n))
                    .toList());
            publish(events, from + 999, from + 1_000);
            events.publish("end." + round, "x");
            IntStream.range(from, from + 1_000).forEach(n -> expected.add("n." + n));
            expected.add("end." + round);
        }

        assertThat(logged()).containsExactlyElementsOf(expected);
    }

    @Test
    void a_message_that_is_refused_takes_none_of_the_others_with_it() {
        Broadcast events = events();
        List<CompletableFuture<PublishResult>> before = publish(events, 0, 50);
        CompletableFuture<PublishResult> refused =
                events.publishAsync(Message.of("nobody", "x").requiringSubscribers());
        List<CompletableFuture<PublishResult>> after = publish(events, 50, 100);

        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(NoSubscribersException.class)
                .hasMessageContaining("'nobody'");
        before.forEach(CompletableFuture::join);
        after.forEach(CompletableFuture::join);
        assertThat(logged())
                .containsExactlyElementsOf(IntStream.range(-1, 100)
                        .mapToObj(n -> n < 0 ? "first" : "n." + n)
                        .toList());
    }

    @Test
    void each_is_told_whether_it_is_a_duplicate() {
        Broadcast events = events();
        publish(events, 0, 5);
        List<CompletableFuture<PublishResult>> keyed = IntStream.range(0, 6)
                .mapToObj(n -> events.publishAsync(Message.of("keyed", n).withIdempotencyKey("key" + n / 2)))
                .toList();

        assertThat(keyed)
                .extracting(one -> one.join().duplicate())
                .containsExactly(false, true, false, true, false, true);
        assertThat(keyed.get(1).join().id()).isEqualTo(keyed.get(0).join().id());
        assertThat(logged()).hasSize(9);
    }

    @Test
    void of_those_that_a_full_broadcast_refuses_as_many_are_stored_as_there_is_room_for() {
        Broadcast events = fixture.relay(options -> options.withBroadcastDefaults(
                        BroadcastOptions.defaults().withMaxMessages(10).withOverflow(BroadcastOptions.Overflow.REJECT)))
                .broadcast("events");
        events.subscriptions().create("idle", List.of(">"), StartFrom.latest());

        List<CompletableFuture<PublishResult>> all = publish(events, 0, 30);

        assertThat(all.subList(0, 10))
                .allSatisfy(one -> assertThat(one.join().subscriptions()).isEqualTo(1));
        assertThat(all.subList(10, 30))
                .allSatisfy(one -> assertThatThrownBy(one::join).hasCauseInstanceOf(BroadcastOverflowException.class));
        assertThat(logged())
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(n -> "n." + n).toList());
    }

    @Test
    void delayed_ones_keep_their_place_among_the_others() {
        Broadcast events = events();
        List<CompletableFuture<PublishResult>> all = new ArrayList<>(publish(events, 0, 20));
        CompletableFuture<PublishResult> later =
                events.publishAsync(Message.of("later", "x").withDelay(Duration.ofHours(1)));
        all.addAll(publish(events, 20, 40));

        assertThat(later.join().scheduled()).isTrue();
        all.forEach(CompletableFuture::join);
        assertThat(logged()).hasSize(41);
    }
}
