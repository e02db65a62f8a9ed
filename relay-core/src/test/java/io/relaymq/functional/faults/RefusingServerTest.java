package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RelayUnavailableException;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Gate;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import io.relaymq.functional.ServerCounts;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Redis answers, but with an error: no memory, read-only, a key of another type. */
class RefusingServerTest {

    private static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final Duration LOCK = Duration.ofMillis(300);
    private static final Duration WINDOW = Duration.ofSeconds(6);

    RedisProcess server;
    Fixture fixture;
    Broadcast events;

    static Stream<RedisBinary> binaries() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled()).flatMap(Optional::stream);
    }

    private void open(RedisBinary binary) {
        server = RedisProcess.builder().binary(binary).start();
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
        server.close();
    }

    @ParameterizedTest
    @MethodSource("binaries")
    void without_memory_a_publish_fails_whole_while_what_is_stored_is_delivered_and_acked(RedisBinary binary) {
        open(binary);
        Gate gate = new Gate();
        subscribe("reader", gate);
        for (int n = 0; n < 20; n++) {
            events.publish("n.before", "x");
        }
        gate.awaitEntered(1);
        fixture.redis().configSet("maxmemory-policy", "noeviction");
        fixture.redis().configSet("maxmemory", "1");

        for (int n = 0; n < 5; n++) {
            assertThatThrownBy(() -> events.publish("n.refused", "x"))
                    .isInstanceOf(RelayUnavailableException.class)
                    .hasMessageContaining("OOM")
                    .hasMessageContaining("not stored");
        }
        await().pollDelay(LOCK.multipliedBy(2)).until(() -> true);
        gate.open();

        await().atMost(RECOVERY).until(() -> gate.received().count() == 20);
        await().atMost(RECOVERY)
                .until(() -> requireNonNull(events.subscriptions().describe("reader"))
                                .counters()
                                .acked()
                        == 20);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(20);
        assertThat(requireNonNull(events.subscriptions().describe("reader")).backlog())
                .isZero();
        fixture.redis().configSet("maxmemory", "0");
        PublishResult after = events.publish("n.after", "x");
        await().atMost(RECOVERY).until(() -> gate.received().ids().contains(after.id()));
        assertThat(gate.received().timesById().values()).containsOnly(1L);
    }

    @Test
    void a_server_that_has_become_a_replica_refuses_until_it_is_a_primary_again() {
        open(RedisBinary.find().orElseThrow());
        Received received = new Received();
        BroadcastWorker worker = subscribe("reader", received);
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            fixture.redis().replicaof("127.0.0.1", 1);
            await("the server's word, not that the connection is made anew")
                    .atMost(RECOVERY)
                    .untilAsserted(() -> assertThatThrownBy(() -> events.publish("n.refused", "x"))
                            .isInstanceOf(RelayUnavailableException.class)
                            .hasMessageContaining("READONLY"));
            await().atMost(RECOVERY).until(() -> worker.status().problem() != null);
            await().pollDelay(WINDOW).until(() -> true);
            long tried = triedIn(Duration.ofSeconds(2));

            fixture.redis().replicaofNoOne();
            await().atMost(RECOVERY).until(() -> worker.state() == State.RUNNING);
            PublishResult after = events.publish("n.after", "x");

            await().atMost(RECOVERY).until(() -> received.count() == 1);
            assertThat(received.ids()).containsExactly(after.id());
            assertThat(worker.status().problem()).isNull();
            assertThat(tried).isLessThan(60);
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThan(5);
        }
    }

    @Test
    void an_inbox_of_a_foreign_type_hinders_its_own_worker_only_and_heals_when_it_is_gone() {
        open(RedisBinary.find().orElseThrow());
        Received received = new Received();
        Received other = new Received();
        BroadcastWorker worker = subscribe("reader", received);
        BroadcastWorker healthy = subscribe("healthy", other);
        String inbox = fixture.key("inbox:reader");
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            fixture.redis().del(inbox);
            fixture.redis().set(inbox, "mine");
            PublishResult during = events.publish("n.during", "x");

            await().atMost(RECOVERY)
                    .until(() -> worker.status().problem() != null
                            && requireNonNull(worker.status().problem()).contains("WRONGTYPE"));
            await().atMost(RECOVERY).until(() -> other.count() == 1);
            assertThat(during.subscriptions()).isEqualTo(1);
            assertThat(during.unreadDrops()).containsEntry("reader", 1L);
            await().pollDelay(WINDOW).until(() -> true);
            assertThat(worker.state()).isEqualTo(State.JOINING);
            assertThat(healthy.status().problem()).isNull();
            long tried = triedIn(Duration.ofSeconds(2));
            PublishResult later = events.publish("n.later", "x");
            await().atMost(RECOVERY).until(() -> other.ids().contains(later.id()));
            assertThat(fixture.redis().get(inbox)).isEqualTo("mine");

            fixture.redis().del(inbox);
            await().atMost(RECOVERY).until(() -> worker.state() == State.RUNNING);
            PublishResult after = events.publish("n.after", "x");

            await().atMost(RECOVERY).until(() -> received.ids().contains(after.id()));
            assertThat(received.ids()).containsExactly(during.id(), later.id(), after.id());
            assertThat(other.timesById().values()).containsOnly(1L);
            assertThat(worker.status().problem()).isNull();
            assertThat(tried).isLessThan(120);
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThan(5);
        }
    }

    /** How many scripts are run in a while: beats, sweeps and tries to join. */
    private long triedIn(Duration time) {
        ServerCounts before = ServerCounts.of(fixture.redis());
        await().pollDelay(time).until(() -> true);
        return ServerCounts.of(fixture.redis()).scripts() - before.scripts();
    }

    private BroadcastWorker subscribe(String name, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of(name, ">")
                .lockDuration(LOCK)
                .stalledInterval(Duration.ofMillis(300))
                .build();
        BroadcastWorker worker = events.subscribe(options, handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }
}
