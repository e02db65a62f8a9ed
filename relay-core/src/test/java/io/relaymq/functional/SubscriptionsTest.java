package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.InvalidPatternException;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class SubscriptionsTest {

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;
    Subscriptions subscriptions;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay(options -> options.withMaxMessages(1_000)).broadcast("events");
        subscriptions = events.subscriptions();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void created_ahead_of_any_worker_it_has_its_history_when_the_first_one_comes() {
        List<String> ids = publish("n", 300);
        publish("other", 10);

        assertThat(subscriptions.create("early", List.of("n.>"), StartFrom.earliest()))
                .isTrue();
        assertThat(subscriptions.create("late", List.of("n.>"), StartFrom.latest()))
                .isTrue();
        assertThat(subscriptions.create("some", List.of("n.>"), StartFrom.after(ids.get(199))))
                .isTrue();
        assertThat(subscriptions.create("early", List.of("n.>"), StartFrom.latest()))
                .isFalse();
        List<String> more = publish("n", 20);

        assertThat(subscriptions.names()).containsExactly("early", "late", "some");
        Received early = subscribe("early", "n.>");
        Received late = subscribe("late", "n.>");
        Received some = subscribe("some", "n.>");
        await().atMost(Fixture.LONG).until(() -> early.count() + late.count() + some.count() == 320 + 20 + 120);
        assertThat(early.ids()).containsExactlyElementsOf(concat(ids, more));
        assertThat(late.ids()).containsExactlyElementsOf(more);
        assertThat(some.ids()).containsExactlyElementsOf(concat(ids.subList(200, 300), more));
        assertThat(early.deliveries()).noneMatch(one -> one.replayed() || one.redelivered());
    }

    @Test
    void described_it_says_what_it_wants_and_where_it_stands() {
        subscriptions.create("idle", List.of("n.>", "!n.7"), StartFrom.latest());
        publish("n", 1_011);
        Gate gate = new Gate();
        subscribe(WorkerOptions.of("busy", "n.>").concurrency(2), gate);
        Failing failing = new Failing();
        subscribe(WorkerOptions.of("failing", "n.>").retryPolicy(RetryPolicy.fixed(Duration.ofMinutes(10))), failing);
        publish("n", 3);
        gate.awaitEntered(2);
        await().atMost(Fixture.LONG).until(() -> status("failing").waiting() == 3);

        SubscriptionStatus idle = status("idle");
        assertThat(idle.patterns()).containsExactlyInAnyOrder("n.>", "!n.7");
        assertThat(idle.lag()).isEqualTo(1_000).isEqualTo(idle.backlog());
        assertThat(idle.unreadDrops()).isEqualTo(14);
        assertThat(idle.counters().firstDropId()).isNotNull();
        assertThat(idle.counters().lastDropAt()).isNotNull();
        assertThat(idle.oldestUnreadAge()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(idle.consumers()).isEmpty();
        assertThat(idle.copying() || idle.paused()).isFalse();
        await().atMost(Fixture.LONG).until(() -> status("busy").handed() == 2);
        assertThat(status("busy").lag()).isEqualTo(1);
        assertThat(status("busy").consumers()).hasSize(1);
        assertThat(status("failing").pending())
                .isEqualTo(3)
                .isEqualTo(status("failing").backlog());
        assertThat(status("failing").oldestUnreadAge()).isNull();
        assertThat(status("failing").counters().retried()).isEqualTo(3);
        assertThat(subscriptions.describe("nobody")).isNull();
        gate.open();
        await().atMost(Fixture.LONG).until(() -> status("busy").backlog() == 0);
        assertThat(status("busy").oldestUnreadAge()).isNull();
    }

    @Test
    void with_other_patterns_it_keeps_its_position_what_runs_and_what_it_has_not_received() {
        Gate gate = new Gate();
        subscribe(WorkerOptions.of("changing", "a.>"), gate);
        List<String> before = publish("a", 5);
        publish("b", 5);
        gate.awaitEntered(1);

        assertThat(subscriptions.changePatterns("changing", List.of("b.>"))).isTrue();
        publish("a", 5);
        List<String> after = publish("b", 5);
        gate.open();

        await().atMost(Fixture.LONG).until(() -> status("changing").counters().acked() == 10);
        assertThat(gate.received().ids()).containsExactlyElementsOf(concat(before, after));
        assertThat(status("changing").patterns()).containsExactly("b.>");
        assertThat(status("changing").backlog() + status("changing").counters().late())
                .isZero();
        assertThat(subscriptions.changePatterns("changing", List.of())).isTrue();
        assertThat(status("changing").patterns()).containsExactly(">");
        assertThat(subscriptions.changePatterns("nobody", List.of("b.>"))).isFalse();
        assertThat(subscriptions.names()).containsExactly("changing");
    }

    @Test
    void patterns_changed_while_history_is_copied_hold_for_later_messages_only() {
        List<String> history = publish("a", 300);
        publish("b", 5);
        subscriptions.create("changing", List.of("a.>"), StartFrom.earliest());

        subscriptions.changePatterns("changing", List.of("b.>"));
        publish("a", 5);
        List<String> later = publish("b", 5);

        Received received = subscribe("changing", "b.>");
        await().atMost(Fixture.LONG).until(() -> received.count() == 305);
        assertThat(received.ids()).containsExactlyElementsOf(concat(history, later));
    }

    @Test
    void deleted_nothing_of_it_is_left_and_others_are_not_concerned() {
        Failing failing = new Failing();
        BroadcastWorker worker = subscribe(
                WorkerOptions.of("gone", "n.>")
                        .maxAttempts(1)
                        .rateLimit(new io.relaymq.RateLimit(100, Duration.ofMillis(10))),
                failing);
        Received other = subscribe("other", "n.>");
        publish("n", 5);
        await().atMost(Fixture.LONG).until(() -> status("gone").dead() == 5 && other.count() == 5);
        worker.close();
        subscriptions.pause("gone");
        publish("n", 5);

        assertThat(subscriptions.delete("gone")).isTrue();

        assertThat(subscriptions.delete("gone")).isFalse();
        assertThat(subscriptions.describe("gone")).isNull();
        assertThat(subscriptions.names()).containsExactly("other");
        assertThat(keysOf("gone")).isEmpty();
        assertThat(fixture.redis().hget(fixture.key("paused"), "gone")).isNull();
        assertThat(fixture.redis().zscore(fixture.key("unread"), "gone")).isNull();
        assertThat(fixture.redis().hvals(fixture.key("routes"))).noneMatch(row -> row.contains("gone"));
        assertThat(events.publish("n.1", "x").subscriptions()).isEqualTo(1);
        await().atMost(Fixture.LONG).until(() -> other.count() == 11);
        Received anew = subscribe("gone", "n.>");
        String first = publish("n", 1).get(0);
        await().atMost(Fixture.LONG).until(() -> anew.count() == 1);
        assertThat(anew.ids()).containsExactly(first);
        assertThat(status("gone").counters().deadLettered()).isZero();
    }

    @Test
    void deleted_under_a_running_worker_it_is_made_again_which_is_said_and_misses_nothing() {
        Received received = new Received();
        BroadcastWorker worker =
                subscribe(WorkerOptions.of("again", "n.>").lockDuration(Duration.ofSeconds(3)), received);
        publish("n", 5);
        await().atMost(Fixture.LONG).until(() -> status("again").counters().acked() == 5);

        try (LoggedTrouble trouble = new LoggedTrouble()) {
            subscriptions.delete("again");
            List<String> after = publish("n", 5);

            await().atMost(Fixture.LONG).until(() -> received.ids().containsAll(after));
            assertThat(trouble.warnings()).anyMatch(one -> one.contains("'again'") && one.contains("begins anew"));
            assertThat(trouble.errors()).isEmpty();
        }
        await().atMost(Fixture.LONG).until(() -> worker.state() == BroadcastWorker.State.RUNNING);
        assertThat(subscriptions.names()).containsExactly("again");
        assertThat(worker.status().problem()).isNull();
    }

    @Test
    void invalid_patterns_and_names_are_refused_before_anything_is_written() {
        subscriptions.create("valid", List.of("a"), StartFrom.latest());
        String row = fixture.redis().hget(fixture.key("subs"), "valid");
        String generation = fixture.redis().hget(fixture.key("meta"), "gen");

        for (String pattern : List.of("a..b", "", " ", "a.>.b", "a*", "!", "a b", "a,b", "x".repeat(600))) {
            List<String> patterns = List.of("fine.>", pattern);
            assertThatThrownBy(() -> subscriptions.create("other", patterns, StartFrom.earliest()))
                    .as(pattern)
                    .isInstanceOf(InvalidPatternException.class);
            assertThatThrownBy(() -> subscriptions.changePatterns("valid", patterns))
                    .as(pattern)
                    .isInstanceOf(InvalidPatternException.class);
            assertThatThrownBy(() -> subscriptions.changePatterns("nobody", patterns))
                    .as(pattern)
                    .isInstanceOf(InvalidPatternException.class);
        }
        for (String name : List.of("", " ", "a:b", "a{b}", "ä", "x".repeat(129))) {
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> subscriptions.create(name, List.of(), StartFrom.latest()));
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> subscriptions.describe(name));
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> subscriptions.changePatterns(name, List.of()));
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> subscriptions.delete(name));
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> subscriptions.pause(name));
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> subscriptions.resume(name));
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> subscriptions.seek(name, StartFrom.latest()));
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> subscriptions.countAfter(name, StartFrom.latest()));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> StartFrom.after("1-99999999999999999999"));

        assertThat(subscriptions.names()).containsExactly("valid");
        assertThat(keysOf("other")).isEmpty();
        assertThat(fixture.redis().hget(fixture.key("subs"), "valid")).isEqualTo(row);
        assertThat(fixture.redis().hget(fixture.key("meta"), "gen")).isEqualTo(generation);
    }

    private List<String> keysOf(String subscription) {
        return fixture.redis().keys(fixture.key("*")).stream()
                .filter(key -> key.endsWith(":" + subscription))
                .toList();
    }

    private Received subscribe(String name, String... patterns) {
        Received received = new Received();
        subscribe(WorkerOptions.of(name, patterns), received);
        return received;
    }

    private BroadcastWorker subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = events.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private List<String> publish(String subject, int count) {
        return events
                .publishAll(IntStream.range(0, count)
                        .mapToObj(n -> Message.of(subject + "." + (n + 1_000), "x"))
                        .toList())
                .stream()
                .map(PublishResult::id)
                .toList();
    }

    private static List<String> concat(List<String> one, List<String> two) {
        return Stream.concat(one.stream(), two.stream()).toList();
    }

    private SubscriptionStatus status(String subscription) {
        return requireNonNull(subscriptions.describe(subscription));
    }
}
