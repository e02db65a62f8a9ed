package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.RelayUnavailableException;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Gate;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Redis does not answer: it is down, it hangs, or the network swallows everything. */
class OutageTest {

    private static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final Duration LOCK = Duration.ofSeconds(1);
    private static final long MEGABYTE = 1024 * 1024;

    @Test
    void a_server_that_is_down_at_the_start_is_waited_for_and_publishes_fail_fast_meanwhile() {
        RedisProcess server = RedisProcess.builder().start();
        server.stop();
        RedisClient client = RedisClient.create(server.uri());
        try (LoggedTrouble trouble = new LoggedTrouble();
                Relay relay = RelayBuilder.forClient(client)
                        .options(RelayOptions.defaults().withCloseTimeout(Duration.ofSeconds(2)))
                        .build()) {
            Broadcast events = relay.broadcast("events");
            Received received = new Received();
            BroadcastWorker worker =
                    events.subscribe(WorkerOptions.of("early", ">").build(), received);
            await().atMost(Fixture.LONG).until(() -> worker.status().problem() != null);
            assertThat(worker.state()).isEqualTo(State.JOINING);
            assertThat(relay.isConnected()).isFalse();
            long heap = usedHeap();

            long began = System.nanoTime();
            for (int n = 0; n < 20_000; n++) {
                CompletableFuture<?> publish = events.publishAsync(Message.of("n." + n, "x".repeat(1_000)));
                assertThat(publish).isCompletedExceptionally();
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);

            assertThatThrownBy(() -> events.publish("n.last", "x"))
                    .isInstanceOf(RelayUnavailableException.class)
                    .hasMessageContaining("not stored");
            assertThat(took).isLessThan(Duration.ofSeconds(10));
            assertThat(usedHeap() - heap).isLessThan(8 * MEGABYTE);

            server.start();
            await().atMost(RECOVERY).until(() -> worker.state() == State.RUNNING && relay.isConnected());
            events.publish("n.first", "1");
            await().atMost(RECOVERY).until(() -> received.count() == 1);
            assertThat(received.payloads()).containsExactly("1");
            assertThat(worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThanOrEqualTo(4);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            server.close();
        }
    }

    @Test
    void a_server_that_hangs_longer_than_the_lock_costs_no_consumer_its_messages() {
        try (RedisProcess server = RedisProcess.builder().start();
                Fixture fixture = new Fixture(server)) {
            Gate gate = new Gate();
            Broadcast events = relay(fixture, fixture.client()).broadcast("events");
            Broadcast elsewhere =
                    relay(fixture, fixture.newClient(server.uri())).broadcast("events");
            List<BroadcastWorker> workers = List.of(subscribe(events, gate), subscribe(elsewhere, gate));
            for (int n = 0; n < 10; n++) {
                events.publish("n.held", "x");
            }
            gate.awaitEntered(4);
            assertThat(gate.entered()).isEqualTo(4);

            server.suspend();
            await().pollDelay(LOCK.multipliedBy(3)).until(() -> true);
            assertThatThrownBy(() -> events.publish("n.lost", "x"))
                    .isInstanceOfAny(PublishOutcomeUnknownException.class, RelayUnavailableException.class);
            server.resume();
            await().atMost(RECOVERY).until(() -> workers.stream().allMatch(one -> one.state() == State.RUNNING));
            await().pollDelay(LOCK.multipliedBy(2)).until(() -> true);

            assertThat(gate.entered()).isEqualTo(4);
            gate.open();
            long stored = fixture.redis().xlen(fixture.key("log"));
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                    .counters()
                                    .acked()
                            == stored);
            assertThat(gate.received().timesById()).hasSize((int) stored);
            assertThat(gate.received().count()).isEqualTo((int) stored);
            SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
            assertThat(status.counters().stalled() + status.counters().late() + status.dead() + status.backlog())
                    .isZero();
        }
    }

    @Test
    void a_half_open_network_is_noticed_and_left_behind() {
        try (RedisProcess server = RedisProcess.builder().start();
                FaultyLink link = FaultyLink.to(server);
                Fixture fixture = new Fixture(server);
                LoggedTrouble trouble = new LoggedTrouble()) {
            Relay relay = relay(fixture, fixture.newClient(link.uri()));
            Received received = new Received();
            BroadcastWorker worker = subscribe(relay.broadcast("events"), received);
            long connections = link.accepted();

            link.pause();
            assertThatThrownBy(() -> relay.broadcast("events").publish("n.unknown", "x"))
                    .isInstanceOf(PublishOutcomeUnknownException.class);
            await().atMost(Fixture.LONG)
                    .until(() -> !relay.isConnected() && worker.status().problem() != null);
            assertThatThrownBy(() -> relay.broadcast("events").publish("n.refused", "x"))
                    .isInstanceOf(RelayUnavailableException.class);
            link.cut();
            link.resume();

            await().atMost(RECOVERY).until(() -> worker.state() == State.RUNNING);
            String id = relay.broadcast("events").publish("n.after", "x").id();
            await().atMost(RECOVERY).until(() -> received.ids().contains(id));
            assertThat(link.accepted() - connections).isLessThan(15);
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThan(10);
        }
    }

    private static Relay relay(Fixture fixture, RedisClient client) {
        return fixture.relay(client, options -> options.withCommandTimeout(Duration.ofSeconds(1)));
    }

    private static BroadcastWorker subscribe(Broadcast events, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of("shared", ">")
                .concurrency(2)
                .lockDuration(LOCK)
                .stalledInterval(Duration.ofMillis(300))
                .build();
        BroadcastWorker worker = events.subscribe(options, handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
