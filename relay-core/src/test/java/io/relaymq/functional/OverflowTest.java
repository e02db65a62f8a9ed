package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastOptions.Overflow;
import io.relaymq.BroadcastOverflowException;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionCounters;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverflowTest {

    private static final int CAP = 100;

    final Fixture fixture = new Fixture(Servers.any());

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_publish_takes_at_most_a_thousand_and_a_lowered_cap_is_reached_over_several() {
        Broadcast before = withOptions(BroadcastOptions.defaults().withMaxMessages(5_000));
        before.subscriptions().create("asleep", List.of(), StartFrom.latest());
        publish(before, 5_500);
        assertThat(length()).isEqualTo(5_000);

        Broadcast after = withOptions(BroadcastOptions.defaults().withMaxMessages(CAP));
        after.subscriptions().names();
        await().atMost(Fixture.LONG)
                .until(() -> String.valueOf(CAP).equals(fixture.redis().hget(fixture.key("meta"), "max")));
        List<Long> trimmed = new ArrayList<>();
        while (length() > CAP) {
            PublishResult result = before.publish("a", "x");
            trimmed.add(result.trimmed());
            assertThat(result.totalUnreadDrops()).isEqualTo(result.trimmed());
        }

        assertThat(trimmed).containsExactly(1_000L, 1_000L, 1_000L, 1_000L, 905L);
        assertThat(after.publish("a", "x").trimmed()).isEqualTo(1);
        assertThat(counters(after, "asleep").unreadDrops()).isEqualTo(5_506 - CAP);
    }

    @Test
    void messages_too_old_go_with_the_next_publish_and_also_while_nobody_publishes_and_are_counted() {
        Queue<BroadcastTrimmed> seen = new ConcurrentLinkedQueue<>();
        Broadcast events = observed(BroadcastOptions.defaults().withMaxAge(Duration.ofMillis(600)), seen::add);
        events.subscriptions().create("asleep", List.of("n.>"), StartFrom.latest());
        events.subscriptions().create("other", List.of("m.>"), StartFrom.latest());

        publish(events, 20);
        await().atMost(Fixture.LONG).until(() -> length() == 0);

        await().atMost(Fixture.LONG)
                .until(() -> seen.stream().mapToLong(BroadcastTrimmed::trimmed).sum() == 20);
        assertThat(counters(events, "asleep").unreadDrops()).isEqualTo(20);
        assertThat(counters(events, "other").unreadDrops()).isZero();
        assertThat(drops(seen)).isEqualTo(Map.of("asleep", 20L));
        PublishResult next = events.publish("n.x", "x");
        assertThat(length()).isEqualTo(1);
        assertThat(next.trimmed()).isZero();
    }

    @Test
    void a_publish_takes_what_is_too_old_by_the_servers_clock() {
        Broadcast patient = withOptions(BroadcastOptions.defaults());
        patient.subscriptions().create("asleep", List.of(), StartFrom.latest());
        publish(patient, 20);
        long published = fixture.serverMillis();
        fixture.redis().hset(fixture.key("meta"), "age", "300"); // as another application declares it
        fixture.redis().hdel(fixture.key("meta"), "plain");
        await().atMost(Fixture.LONG).until(() -> fixture.serverMillis() > published + 300);

        PublishResult result = patient.publish("n.x", "x");

        assertThat(result.trimmed()).isEqualTo(20);
        assertThat(result.unreadDrops()).isEqualTo(Map.of("asleep", 20L));
        assertThat(length()).isEqualTo(1);
    }

    @Test
    void the_policy_reject_refuses_what_would_drop_unread_names_the_laggard_and_stores_nothing() {
        Broadcast events =
                withOptions(BroadcastOptions.defaults().withMaxMessages(CAP).withOverflow(Overflow.REJECT));
        Gate gate = new Gate();
        Received received = new Received();
        subscribe(events, WorkerOptions.of("busy", ">").concurrency(CAP), gate);
        subscribe(events, WorkerOptions.of("awake", ">"), received);
        publish(events, CAP);
        gate.awaitEntered(CAP);
        await().atMost(Fixture.LONG).until(() -> received.count() == CAP);

        // all are being run by one, and settled by the other: nothing unread would go
        PublishResult result = events.publish("n.more", "x");
        assertThat(result.trimmed()).isEqualTo(1);
        assertThat(result.unreadDrops()).isEmpty();

        events.subscriptions().create("asleep", List.of("n.>"), StartFrom.latest());
        await().atMost(Fixture.LONG).until(() -> received.count() == CAP + 1);
        gate.open();
        await().atMost(Fixture.LONG).until(() -> gate.received().count() == CAP + 1);
        for (int n = 0; n < CAP; n++) {
            events.publish("n.x", "x");
        }
        List<String> before = ids();
        assertThatThrownBy(() -> events.publish("n.x", "too many"))
                .isInstanceOf(BroadcastOverflowException.class)
                .hasMessageContaining("asleep");
        assertThatThrownBy(() -> events.publish("nobody.asleep.wants", "too many"))
                .isInstanceOf(BroadcastOverflowException.class)
                .hasMessageContaining("asleep");
        assertThatThrownBy(() -> publish(events, 3)).isInstanceOf(BroadcastOverflowException.class);

        assertThat(ids()).isEqualTo(before);
        assertThat(fixture.redis().xlen(fixture.key("inbox:asleep"))).isEqualTo(CAP);
        assertThat(counters(events, "asleep").unreadDrops()).isZero();
        events.subscriptions().seek("asleep", StartFrom.latest());
        assertThat(events.publish("n.x", "x").trimmed()).isEqualTo(1);
    }

    @Test
    void what_observers_are_told_adds_up_to_the_counters_and_one_that_throws_changes_nothing() {
        Queue<BroadcastTrimmed> seen = new ConcurrentLinkedQueue<>();
        BroadcastOptions options = BroadcastOptions.defaults().withMaxMessages(CAP);
        Broadcast events = observed(options, event -> {
            seen.add(event);
            throw new AssertionError("an observer that fails");
        });
        for (String pattern : List.of("n.>", "n.*.even", "other.>")) {
            events.subscriptions().create("sub" + pattern.length(), List.of(pattern), StartFrom.latest());
        }
        long start = fixture.serverMillis();
        List<PublishResult> results = new ArrayList<>();
        for (int n = 0; n < 300; n++) {
            results.add(events.publish("n." + n + (n % 2 == 0 ? ".even" : ".odd"), "x"));
        }
        results.addAll(publish(events, 450));

        long trimmed = 750 - CAP;
        assertThat(length()).isEqualTo(CAP);
        assertThat(results.stream().mapToLong(PublishResult::trimmed).sum()).isEqualTo(trimmed);
        await().atMost(Fixture.LONG)
                .until(() -> seen.stream().mapToLong(BroadcastTrimmed::trimmed).sum() == trimmed);
        assertThat(seen).extracting(BroadcastTrimmed::broadcast).containsOnly("events");
        assertThat(drops(seen)).isEqualTo(Map.of("sub3", trimmed, "sub8", 150L));
        SubscriptionCounters all = counters(events, "sub3");
        SubscriptionCounters even = counters(events, "sub8");
        assertThat(all.unreadDrops()).isEqualTo(trimmed);
        assertThat(even.unreadDrops()).isEqualTo(150);
        assertThat(all.firstDropId()).isEqualTo(results.get(0).id());
        assertThat(all.lastDropId()).isEqualTo(results.get((int) trimmed - 1).id());
        assertThat(even.firstDropId()).isEqualTo(results.get(0).id());
        assertThat(even.lastDropId()).isEqualTo(results.get(298).id());
        assertThat(requireNonNull(all.lastDropAt()).toEpochMilli()).isBetween(start, fixture.serverMillis());
        SubscriptionCounters none = counters(events, "sub7");
        assertThat(none.unreadDrops()).isZero();
        assertThat(Stream.of(none.firstDropId(), none.lastDropId(), none.lastDropAt()))
                .containsOnlyNulls();
    }

    @Test
    void a_trim_costs_the_same_however_many_subscriptions_do_not_lag() {
        List<Double> perPublish = new ArrayList<>();
        int publishes = 400;
        Broadcast events = withOptions(BroadcastOptions.defaults().withMaxMessages(CAP));
        publish(events, CAP);
        int made = 0;
        for (int subscriptions : new int[] {1, 10, 100}) {
            for (; made < subscriptions; made++) {
                events.subscriptions().create("idle" + made, List.of("idle." + made), StartFrom.latest());
            }
            publish(events, 1);
            // their lower bounds come up with the first trim; then each is looked at once in a cap of messages
            for (int n = 0; n < CAP; n++) {
                events.publish("n.x", "x");
            }
            long before = commands();
            for (int n = 0; n < publishes; n++) {
                assertThat(events.publish("n.x", "x").trimmed()).isEqualTo(1);
            }
            perPublish.add((commands() - before) / (double) publishes);
        }

        assertThat(perPublish.get(1)).isLessThan(perPublish.get(0) + 1);
        assertThat(perPublish.get(2)).isLessThan(perPublish.get(0) + 100.0 * 4 / CAP);
    }

    private long commands() {
        String stats = fixture.redis().info("commandstats");
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_") && !line.startsWith("cmdstat_info"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                .sum();
    }

    private static Map<String, Long> drops(Queue<BroadcastTrimmed> seen) {
        return seen.stream()
                .flatMap(event -> event.unreadDrops().entrySet().stream())
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
    }

    private Broadcast withOptions(BroadcastOptions options) {
        return fixture.relay(one -> one.withBroadcastDefaults(options)).broadcast("events");
    }

    private Broadcast observed(BroadcastOptions options, java.util.function.Consumer<BroadcastTrimmed> observer) {
        RelayOptions all =
                RelayOptions.defaults().withNamespace(fixture.namespace()).withBroadcastDefaults(options);
        return fixture.closing(RelayBuilder.forClient(fixture.client())
                        .options(all)
                        .observer(new RelayObserver() {
                            @Override
                            public void trimmed(BroadcastTrimmed event) {
                                observer.accept(event);
                            }
                        })
                        .build())
                .broadcast("events");
    }

    private static void subscribe(Broadcast events, WorkerOptions.Builder options, io.relaymq.MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private static List<PublishResult> publish(Broadcast events, int count) {
        return events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + n, "x"))
                .toList());
    }

    private long length() {
        return fixture.redis().xlen(fixture.key("log"));
    }

    private List<String> ids() {
        return fixture.redis().xrange(fixture.key("log"), io.lettuce.core.Range.unbounded()).stream()
                .map(entry -> entry.getId())
                .toList();
    }

    private static SubscriptionCounters counters(Broadcast events, String subscription) {
        return requireNonNull(events.subscriptions().describe(subscription)).counters();
    }
}
