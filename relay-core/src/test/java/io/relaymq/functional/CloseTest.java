package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

class CloseTest {

    private static final Duration MACHINE = Duration.ofSeconds(5);

    final Fixture fixture = new Fixture(Servers.any());
    Relay first;
    Relay second;

    @BeforeEach
    void open() {
        first = fixture.relay();
        second = fixture.relay();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void closing_starts_no_handler_finishes_the_running_ones_and_gives_the_rest_to_others_at_once() {
        Gate gate = new Gate();
        BroadcastWorker worker = subscribeFetching(first, gate);
        Broadcast events = second.broadcast("events");
        publish(events, 100);
        gate.awaitEntered(2);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() > 20);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(first::close);
        await().atMost(Fixture.LONG).until(() -> worker.state() == State.CLOSING);
        Received elsewhere = new Received();
        BroadcastWorker other = subscribe(second, elsewhere);

        await().atMost(Fixture.LONG).until(() -> elsewhere.count() == 98);
        assertThat(closing).isNotDone();
        gate.open();
        closing.join();
        assertThat(gate.entered()).isEqualTo(2);
        assertThat(gate.received().count()).isEqualTo(2);
        assertThat(elsewhere.deliveries()).extracting(Delivery::attempt).containsOnly(1);
        assertEachOnce(gate.received(), elsewhere);
        await().atMost(Fixture.LONG)
                .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                .backlog()
                        == 0);
        SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
        assertThat(status.counters().stalled()
                        + status.counters().retried()
                        + status.counters().late()
                        + status.dead())
                .isZero();
        assertThat(status.consumers()).hasSize(1);
        assertThat(fixture.redis().hlen(fixture.key("flight:shared"))).isEqualTo(1);
        assertThat(worker.state()).isEqualTo(State.CLOSED);
        other.close();
        assertThat(fixture.redis().exists(fixture.key("flight:shared"))).isZero();
        assertThat(events.subscriptions().describe("shared")).isNotNull();
    }

    @Test
    void what_a_last_read_brings_while_it_closes_is_given_back_too() {
        try (FaultyLink link = FaultyLink.to(Servers.any())) {
            Relay far = fixture.relay(fixture.newClient(link.uri()));
            Received received = new Received();
            BroadcastWorker worker = subscribe(far, received);
            await().atMost(Fixture.LONG)
                    .until(() -> fixture.redis().clientList().contains("cmd=xreadgroup"));
            link.latency(Duration.ofMillis(200));
            publish(second.broadcast("events"), 1); // handed to the read that waits; its reply is on its way

            worker.close();

            assertThat(received.count()).isZero();
            SubscriptionStatus status =
                    requireNonNull(second.broadcast("events").subscriptions().describe("shared"));
            assertThat(status.waiting()).isEqualTo(1);
            assertThat(status.consumers()).isEmpty();
        }
    }

    @Test
    void while_paused_nothing_starts_and_others_get_what_was_fetched() {
        Gate gate = new Gate();
        BroadcastWorker worker = subscribeFetching(first, gate);
        Broadcast events = second.broadcast("events");
        publish(events, 100);
        gate.awaitEntered(2);
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() > 20);

        worker.pause();
        worker.pause();
        gate.open();
        await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 0);
        assertThat(worker.state()).isEqualTo(State.PAUSED);
        publish(events, 10);
        Received elsewhere = new Received();
        BroadcastWorker other = subscribe(second, elsewhere);

        await().atMost(Fixture.LONG).until(() -> elsewhere.count() == 108);
        assertThat(gate.entered()).isEqualTo(2);
        assertThat(elsewhere.deliveries()).extracting(Delivery::attempt).containsOnly(1);
        assertEachOnce(gate.received(), elsewhere);
        other.close();
        publish(events, 10);
        worker.resume();
        await().atMost(Fixture.LONG).until(() -> gate.received().count() == 12);
        SubscriptionStatus status = requireNonNull(events.subscriptions().describe("shared"));
        assertThat(status.counters().stalled()
                        + status.counters().retried()
                        + status.counters().late()
                        + status.dead())
                .isZero();
    }

    @Test
    void a_worker_or_a_relay_may_be_closed_from_inside_a_handler_and_more_than_once() throws Exception {
        CountDownLatch closedRelay = new CountDownLatch(1);
        CountDownLatch closedWorker = new CountDownLatch(1);
        BroadcastWorker one = first.broadcast("events")
                .subscribe(WorkerOptions.of("one", ">").build(), delivery -> {
                    first.close(Duration.ofMillis(200));
                    closedRelay.countDown();
                });
        BroadcastWorker two = second.broadcast("events")
                .subscribe(WorkerOptions.of("two", ">").build(), delivery -> {
                    second.workers().forEach(worker -> worker.close(Duration.ofMillis(200)));
                    closedWorker.countDown();
                });
        assertThat(one.awaitReady(Fixture.LONG) && two.awaitReady(Fixture.LONG)).isTrue();

        second.broadcast("events").publish("a", "x");

        assertThat(closedRelay.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        assertThat(closedWorker.await(30, java.util.concurrent.TimeUnit.SECONDS))
                .isTrue();
        first.close();
        first.close();
        two.close();
        two.pause();
        two.resume();
        assertThat(List.of(one.state(), two.state())).containsOnly(State.CLOSED);
        assertThat(first.workers()).isEmpty();
        assertThat(second.workers()).isEmpty();
        assertThatThrownBy(() -> first.broadcast("events")).isInstanceOf(IllegalStateException.class);
        Received again = new Received();
        subscribe(second, "two", again);
        second.broadcast("events").publish("b", "x");
        await().atMost(Fixture.LONG).until(() -> again.count() >= 1);
    }

    @Test
    void what_still_runs_when_the_time_is_over_is_acked_if_the_relay_lives_on() {
        Gate gate = new Gate();
        BroadcastWorker worker = subscribe(first, gate);
        Broadcast events = first.broadcast("events");
        events.publish("a", "x");
        gate.awaitEntered(1);

        worker.close(Duration.ofMillis(100));
        gate.open();

        await().atMost(Fixture.LONG)
                .until(() -> requireNonNull(events.subscriptions().describe("shared"))
                                .counters()
                                .acked()
                        == 1);
        assertThat(requireNonNull(events.subscriptions().describe("shared")).backlog())
                .isZero();
    }

    @Test
    void nothing_is_logged_when_a_relay_and_then_its_client_are_closed() {
        try (LoggedTrouble trouble = new LoggedTrouble(Logger.ROOT_LOGGER_NAME)) {
            for (int i = 0; i < 10; i++) {
                Fixture own = new Fixture(Servers.any());
                Received received = new Received();
                subscribe(own.relay(), received);
                own.relay().broadcast("events").publish("a", "x");
                await().atMost(Fixture.LONG).until(() -> received.count() == 1);
                own.close();
            }

            assertThat(trouble.warnings()).isEmpty();
            assertThat(trouble.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"suspended", "killed", "suspended and noticed"})
    void closing_needs_no_redis_and_leaves_no_thread(String fault) {
        try (RedisProcess server = RedisProcess.builder().start()) {
            Fixture own = new Fixture(server);
            Set<Thread> before = relayThreads();
            Relay relay = own.relay(options -> options.withCommandTimeout(Duration.ofSeconds(1)));
            Gate gate = new Gate();
            List<BroadcastWorker> workers = Stream.of("a", "b", "c")
                    .map(name -> relay.broadcast("events")
                            .subscribe(
                                    WorkerOptions.of(name, ">")
                                            .concurrency(2)
                                            .lockDuration(Duration.ofSeconds(1))
                                            .build(),
                                    gate))
                    .toList();
            workers.forEach(
                    worker -> assertThat(worker.awaitReady(Fixture.LONG)).isTrue());
            relay.broadcast("events").publish("x", "x");
            gate.awaitEntered(3);
            if (fault.equals("killed")) {
                server.kill();
            } else {
                server.suspend();
            }
            if (fault.endsWith("noticed")) {
                await().atMost(Fixture.LONG).until(() -> !relay.isConnected());
            }

            long began = System.nanoTime();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> relay.close(Duration.ofSeconds(3)));
            await().atMost(Fixture.LONG).until(() -> workers.stream().allMatch(one -> one.state() != State.RUNNING));
            gate.open();
            closing.join();
            Duration took = Duration.ofNanos(System.nanoTime() - began);

            assertThat(took).isLessThan(Duration.ofSeconds(3).plus(MACHINE));
            assertThat(gate.entered()).isEqualTo(3);
            await().atMost(MACHINE).untilAsserted(() -> {
                Set<Thread> left = relayThreads();
                left.removeAll(before);
                assertThat(left).isEmpty();
            });
            own.close();
        }
    }

    private static Set<Thread> relayThreads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread ->
                !thread.getName().startsWith("relay-") || thread.getName().startsWith("relay-handler"));
        return threads;
    }

    /** A worker whose handler was fast so far: it fetches many at once. */
    private BroadcastWorker subscribeFetching(Relay relay, Gate gate) {
        Received fast = new Received();
        BroadcastWorker worker = subscribe(relay, delivery -> {
            if (delivery.subject().equals("warm")) {
                fast.handle(delivery);
            } else {
                gate.handle(delivery);
            }
        });
        for (int i = 0; i < 100; i++) {
            relay.broadcast("events").publish("warm", "x");
        }
        await().atMost(Fixture.LONG)
                .until(() -> fast.count() == 100 && worker.status().inFlight() == 0);
        return worker;
    }

    private BroadcastWorker subscribe(Relay relay, MessageHandler handler) {
        return subscribe(relay, "shared", handler);
    }

    private BroadcastWorker subscribe(Relay relay, String name, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of(name, ">").concurrency(2).build();
        BroadcastWorker worker = relay.broadcast("events").subscribe(options, handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private static void publish(Broadcast events, int count) {
        events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + n, "x"))
                .toList());
    }

    private static void assertEachOnce(Received a, Received b) {
        assertThat(Stream.concat(a.ids().stream(), b.ids().stream())).doesNotHaveDuplicates();
    }
}
