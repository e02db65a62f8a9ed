package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import io.relaymq.functional.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TwoProcessesTest {

    private static final Duration LOCK = Duration.ofSeconds(2);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration MACHINE = Duration.ofSeconds(10);
    private static final int CONCURRENCY = 40;
    private static final int MOST_PREFETCHED = 256;
    private static final int MOST_UNPROVEN = 1;

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void ten_thousand_messages_over_two_processes_come_once_to_each_subscription() {
        Broadcast elsewhere =
                fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");
        Map<String, List<Received>> bySubscription = new HashMap<>();
        for (String name : List.of("shared", "other")) {
            List<Received> both = List.of(new Received(), new Received());
            bySubscription.put(name, both);
            subscribe(events, name, both.get(0));
            subscribe(elsewhere, name, both.get(1));
        }

        List<String> ids = publish(10_000, "plain");

        bySubscription.forEach((name, both) -> {
            await(name)
                    .atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe(name))
                                    .counters()
                                    .acked()
                            == 10_000);
            assertThat(both.get(0).count() + both.get(1).count()).isEqualTo(10_000);
            Set<String> seen = new HashSet<>(both.get(0).ids());
            seen.addAll(both.get(1).ids());
            assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(both).allSatisfy(one -> assertThat(one.count()).isPositive());
            SubscriptionStatus status = requireNonNull(events.subscriptions().describe(name));
            assertThat(status.counters().stalled() + status.counters().late() + status.backlog())
                    .isZero();
        });
    }

    @Test
    void what_a_killed_process_had_is_handled_by_the_other_in_time_and_little_else_twice() throws Exception {
        try (ConsumerJvm other = consumer(CONCURRENCY, 3)) {
            other.awaitReady();
            List<String> ids = new ArrayList<>(publish(3_000, "plain"));
            await().atMost(Fixture.LONG).until(() -> other.ended().size() > 1_000);
            List<String> held = publish(CONCURRENCY, "hold");
            ids.addAll(held);
            ids.addAll(publish(3_000, "plain"));
            await().atMost(Fixture.LONG).until(() -> other.started().containsAll(held));
            Received here = new Received();
            subscribe(events, "shared", here);
            ids.addAll(publish(3_000, "plain"));

            other.kill();
            Set<String> all = new HashSet<>(ids);
            all.removeAll(other.ended());
            await().atMost(LOCK.plus(INTERVAL.multipliedBy(2)).plus(MACHINE)).untilAsserted(() -> {
                all.removeAll(here.timesById().keySet());
                assertThat(all).isEmpty();
            });

            Set<String> twice = new HashSet<>(other.started());
            twice.retainAll(here.ids());
            assertThat(twice).hasSizeBetween(CONCURRENCY, CONCURRENCY + MOST_PREFETCHED);
            assertThat(here.timesById().values()).containsOnly(1L);
            assertThat(other.started()).doesNotHaveDuplicates();
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .backlog()
                            == 0);
            SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
            assertThat(status.counters().stalled()).isLessThanOrEqualTo(twice.size());
            assertThat(status.dead()).isZero();
            await().atMost(Fixture.LONG).until(() -> fixture.redis().hlen(fixture.key("flight:shared")) == 1);
        }
    }

    @Test
    void what_waits_for_its_key_in_a_killed_process_is_handled_by_the_other_and_no_stall() throws Exception {
        try (ConsumerJvm other = consumer(4, 3)) {
            other.awaitReady();
            List<String> ids = new ArrayList<>(publish(1, "hold", "k"));
            ids.addAll(publish(100, "plain", "k"));
            ids.addAll(publish(20, "plain", "j"));
            await().atMost(Fixture.LONG).until(() -> other.ended().size() == 20);
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .lag()
                            == 0);
            assertThat(other.started()).hasSize(21);
            Received here = new Received();
            subscribe(events, "shared", here);

            other.kill();

            Set<String> missing = new HashSet<>(ids);
            missing.removeAll(other.ended());
            await().atMost(LOCK.plus(INTERVAL.multipliedBy(2)).plus(MACHINE))
                    .untilAsserted(
                            () -> assertThat(here.timesById().keySet()).containsExactlyInAnyOrderElementsOf(missing));
            assertThat(missing).hasSize(101);
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .backlog()
                            == 0);
            SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
            assertThat(status.counters().stalled()).isLessThanOrEqualTo(1);
            assertThat(status.dead()).isZero();
        }
    }

    @Test
    void a_message_that_ends_every_process_becomes_a_dead_letter_and_takes_no_neighbour_along() throws Exception {
        int maxStalled = 2;
        PublishResult poison = null;
        List<String> started = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        List<String> neighbours = new ArrayList<>();
        int deaths = 0;
        while (deadLetters().isEmpty() && deaths <= maxStalled + 1 + MOST_UNPROVEN) {
            try (ConsumerJvm consumer = consumer(4, maxStalled)) {
                consumer.awaitReady();
                neighbours.addAll(publish(2, "slow"));
                poison = poison == null ? events.publish("n.poison", "x") : poison;
                neighbours.addAll(publish(20, "plain"));
                await().atMost(Fixture.LONG)
                        .until(() -> !consumer.isAlive() || deadLetters().size() == 1);
                deaths += consumer.isAlive() ? 0 : 1;
                if (consumer.isAlive()) {
                    await().atMost(Fixture.LONG)
                            .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                            .backlog()
                                    == 0);
                    consumer.kill();
                }
                consumer.awaitEnd();
                started.addAll(consumer.started());
                ended.addAll(consumer.ended());
            }
        }

        // The first death may come before a beat says that the message had started, and is not counted then; each later
        // one is.
        assertThat(deaths).isBetween(maxStalled + 1, maxStalled + 1 + MOST_UNPROVEN);
        assertThat(started).filteredOn(requireNonNull(poison).id()::equals).hasSize(deaths);
        assertThat(deadLetters()).hasSize(1);
        assertThat(deadLetters().get(0))
                .containsEntry("i", poison.id())
                .containsEntry("cause", "stalled")
                .containsEntry("d", "x")
                .containsEntry("attempts", "0")
                .containsEntry("stalls", String.valueOf(maxStalled + 1));
        assertThat(ended).containsAll(neighbours);
    }

    @Test
    void a_process_that_was_stopped_and_goes_on_runs_nothing_again_and_its_late_result_changes_nothing()
            throws Exception {
        try (ConsumerJvm other = consumer(2, 3)) {
            other.awaitReady();
            List<String> held = publish(2, "hold");
            await().atMost(Fixture.LONG).until(() -> other.started().size() == 2);
            await().atMost(Fixture.LONG).until(() -> listedAsStarted() == 2);
            other.suspend();
            Received here = new Received();
            subscribe(events, "shared", here);

            await().atMost(Fixture.LONG).until(() -> here.count() == 2);
            other.resume();
            other.release();

            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .counters()
                                    .late()
                            == 2);
            List<String> more = publish(500, "plain");
            await().atMost(Fixture.LONG)
                    .until(() -> here.count() + other.ended().size() == 504);
            SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
            assertThat(here.ids()).startsWith(held.get(0), held.get(1)).doesNotHaveDuplicates();
            assertThat(other.started()).doesNotHaveDuplicates();
            assertThat(other.ended()).contains(held.get(0), held.get(1)).containsAnyElementsOf(more);
            assertThat(here.deliveries().get(0).redelivered()).isTrue();
            assertThat(here.deliveries()).extracting(Delivery::attempt).containsOnly(1);
            assertThat(status.counters().stalled()).isEqualTo(2);
            assertThat(status.dead()).isZero();
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .counters()
                                    .acked()
                            == 502);
            assertThat(requireNonNull(events.subscriptions().describe("shared"))
                            .counters()
                            .late())
                    .isEqualTo(2);
        }
    }

    @Test
    void a_handler_three_times_longer_than_the_lock_runs_once() {
        Broadcast elsewhere =
                fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");
        Received begun = new Received();
        Received done = new Received();
        Duration lock = Duration.ofSeconds(1);
        for (Broadcast one : List.of(events, elsewhere)) {
            WorkerOptions options = WorkerOptions.of("shared", ">")
                    .lockDuration(lock)
                    .stalledInterval(Duration.ofMillis(200))
                    .build();
            BroadcastWorker worker = one.subscribe(options, delivery -> {
                begun.handle(delivery);
                await().pollDelay(lock.multipliedBy(3).plusMillis(300)).until(() -> true);
                done.handle(delivery);
            });
            assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        }

        events.publish("a", "x");

        await().atMost(Fixture.LONG)
                .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                .counters()
                                .acked()
                        == 1);
        assertThat(begun.count()).isEqualTo(1);
        assertThat(requireNonNull(events.subscriptions().describe("shared"))
                        .counters()
                        .stalled())
                .isZero();
    }

    private ConsumerJvm consumer(int concurrency, int maxStalled) throws Exception {
        return new ConsumerJvm(
                Servers.any().uri(),
                fixture.namespace(),
                concurrency,
                LOCK.toMillis(),
                INTERVAL.toMillis(),
                maxStalled);
    }

    private void subscribe(Broadcast broadcast, String name, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of(name, ">")
                .concurrency(CONCURRENCY)
                .lockDuration(LOCK)
                .stalledInterval(INTERVAL)
                .build();
        assertThat(broadcast.subscribe(options, handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private List<String> publish(int count, String kind) {
        return publish(count, kind, null);
    }

    private List<String> publish(int count, String kind, @Nullable String key) {
        List<Message> messages = IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + kind, "x").withOrderingKey(key))
                .toList();
        return events.publishAll(messages).stream().map(PublishResult::id).toList();
    }

    private long listedAsStarted() {
        return fixture.redis().hvals(fixture.key("flight:shared")).stream()
                .flatMapToInt(String::chars)
                .filter(one -> one == '!')
                .count();
    }

    private List<Map<String, String>> deadLetters() {
        return fixture.redis().xrange(fixture.key("dead:shared"), Range.unbounded()).stream()
                .map(one -> one.getBody())
                .toList();
    }
}
