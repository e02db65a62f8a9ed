package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Subscriptions that nobody reads are removed, if it is asked for. */
class ExpireTest {

    private static final Duration SOON = Duration.ofSeconds(2);

    private final Queue<SubscriptionExpired> told = new ConcurrentLinkedQueue<>();

    private Relay process(Fixture fixture, Duration expireAfter) {
        RelayOptions options = RelayOptions.defaults()
                .withNamespace(fixture.namespace())
                .withBroadcastDefaults(BroadcastOptions.defaults().withExpireAfter(expireAfter));
        return fixture.closing(RelayBuilder.forClient(fixture.client())
                .options(options)
                .observer(new RelayObserver() {
                    @Override
                    public void expired(SubscriptionExpired event) {
                        told.add(event);
                    }
                })
                .build());
    }

    private static Received join(Broadcast broadcast, String name, StartFrom from) {
        Received received = new Received();
        BroadcastWorker worker = broadcast.subscribe(
                WorkerOptions.of(name, "a.>")
                        .startFrom(from)
                        .lockDuration(Duration.ofSeconds(1))
                        .build(),
                received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return received;
    }

    private static void publish(Broadcast broadcast, int n) {
        for (int i = 0; i < n; i++) {
            broadcast.publish("a." + i, i);
        }
    }

    @Test
    void an_abandoned_one_goes_while_the_living_stays_and_its_owner_makes_it_again_when_it_comes_back() {
        try (Fixture fixture = new Fixture(Servers.any());
                LoggedTrouble trouble = new LoggedTrouble()) {
            Broadcast living = process(fixture, SOON).broadcast("events");
            Received received = join(living, "living", StartFrom.latest());
            Relay leaving = process(fixture, SOON);
            join(leaving.broadcast("events"), "abandoned", StartFrom.latest());
            living.subscriptions().create("never-read", List.of("a.>"), StartFrom.latest());
            await().atMost(Fixture.LONG)
                    .until(() -> living.subscriptions().names().equals(List.of("abandoned", "living", "never-read")));
            leaving.close(Duration.ofSeconds(5));
            publish(living, 3);

            await().atMost(Fixture.LONG)
                    .until(() -> living.subscriptions().names().equals(List.of("living")));
            await().atMost(Fixture.LONG).until(() -> told.size() == 2);
            assertThat(told)
                    .extracting(SubscriptionExpired::subscription)
                    .containsExactlyInAnyOrder("abandoned", "never-read");
            assertThat(told).allSatisfy(event -> {
                assertThat(event.broadcast()).isEqualTo("events");
                assertThat(event.unread()).isEqualTo(3);
                assertThat(event.unreadFor()).isGreaterThanOrEqualTo(SOON);
            });
            assertThat(trouble.warnings())
                    .filteredOn(line -> line.contains("was removed, for nobody had read it"))
                    .hasSize(2);
            assertThat(fixture.redis().hget(fixture.key("meta"), "expired")).isEqualTo("2");
            assertThat(living.publish("a.3", "x").subscriptions()).isEqualTo(1);

            Received returned = join(process(fixture, SOON).broadcast("events"), "abandoned", StartFrom.earliest());

            await().atMost(Fixture.LONG).until(() -> returned.count() == 4 && received.count() == 4);
        }
    }

    @Test
    void by_default_nobody_goes_and_nobody_looks() {
        try (Fixture fixture = new Fixture(Servers.any())) {
            Broadcast events = fixture.relay().broadcast("events");
            events.subscriptions().create("never-read", List.of("a.>"), StartFrom.latest());
            join(events, "living", StartFrom.latest());
            publish(events, 1);

            assertThat(BroadcastOptions.defaults().expireAfter()).isZero();
            assertThat(fixture.redis().hgetall(fixture.key("meta"))).doesNotContainKeys("expire", "watch");
        }
    }

    @Test
    void another_value_of_another_application_is_a_warning() {
        try (Fixture fixture = new Fixture(Servers.any());
                LoggedTrouble trouble = new LoggedTrouble()) {
            process(fixture, Duration.ofDays(30)).broadcast("events").publish("a", 1);
            process(fixture, Duration.ZERO).broadcast("events").publish("a", 1);

            await().atMost(Fixture.LONG)
                    .until(() -> trouble.warnings().stream().anyMatch(line -> line.contains("expireAfter=PT720H")));
        }
    }

    @Test
    void a_server_that_was_away_for_longer_costs_nobody_its_subscription() throws Exception {
        Duration after = Duration.ofSeconds(3);
        try (RedisProcess server = RedisProcess.builder()
                        .appendOnly(io.relaymq.embedded.AppendFsync.ALWAYS)
                        .start();
                Fixture fixture = new Fixture(server)) {
            Broadcast events = process(fixture, after).broadcast("events");
            Received received = join(events, "living", StartFrom.latest());
            publish(events, 1);
            await().atMost(Fixture.LONG).until(() -> received.count() == 1);
            events.subscriptions().create("idle", List.of("a.>"), StartFrom.latest());
            String watched = fixture.redis().hget(fixture.key("meta"), "watch");

            server.stop();
            long down = System.nanoTime();
            await().pollInterval(Duration.ofMillis(50))
                    .until(() ->
                            System.nanoTime() - down > after.plusMillis(500).toNanos());
            server.start();

            await().atMost(Fixture.LONG).until(() -> {
                String now = fixture.redis().hget(fixture.key("meta"), "watch");
                return now != null && !now.equals(watched);
            });
            assertThat(events.subscriptions().names()).containsExactly("idle", "living");
            await().atMost(Fixture.LONG)
                    .until(() -> events.subscriptions().names().equals(List.of("living")));
            publish(events, 1);
            await().atMost(Fixture.LONG).until(() -> received.count() == 2);
        }
    }
}
