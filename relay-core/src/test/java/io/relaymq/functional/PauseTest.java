package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
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
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PauseTest {

    final Fixture fixture = new Fixture(Servers.any());
    final Relay first = fixture.relay();
    final Relay second = fixture.relay();
    final Broadcast events = second.broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_paused_subscription_starts_nothing_in_any_process_over_restarts_until_any_process_resumes_it() {
        Gate gate = new Gate();
        BroadcastWorker one = subscribeFetching(first, gate);
        BroadcastWorker two = subscribeFetching(second, gate);
        publish(200);
        gate.awaitEntered(4);
        await().atMost(Fixture.LONG)
                .until(() -> one.status().inFlight() > 20 && two.status().inFlight() > 20);

        assertThat(fixture.relay().broadcast("events").subscriptions().pause("shared"))
                .isTrue();
        await().atMost(Fixture.LONG).until(() -> one.state() == State.PAUSED && two.state() == State.PAUSED);
        await().atMost(Fixture.LONG)
                .until(() -> one.status().inFlight() == 2 && two.status().inFlight() == 2);
        gate.open();
        await().atMost(Fixture.LONG).until(() -> gate.received().count() == 4 && status().handed() == 0);
        publish(10);
        first.close();
        Received late = new Received();
        Relay restarted = fixture.relay();
        BroadcastWorker three = subscribe(restarted, late);
        await().atMost(Fixture.LONG).until(() -> three.state() == State.PAUSED);
        awaitBeats(three);

        assertThat(gate.entered()).isEqualTo(4);
        assertThat(late.count()).isZero();
        assertThat(status().paused()).isTrue();
        assertThat(status().backlog()).isEqualTo(206);
        assertThat(List.of(two.state(), three.state())).containsOnly(State.PAUSED);
        assertThat(three.status().problem()).isNull();

        assertThat(restarted.broadcast("events").subscriptions().resume("shared"))
                .isTrue();
        await().atMost(Fixture.LONG).until(() -> gate.received().count() + late.count() == 210);
        await().atMost(Fixture.LONG).until(() -> status().backlog() == 0);
        await().atMost(Fixture.LONG).until(() -> two.state() == State.RUNNING && three.state() == State.RUNNING);
        assertThat(status().paused()).isFalse();
        List<Delivery> all = Stream.concat(gate.received().deliveries().stream(), late.deliveries().stream())
                .toList();
        assertThat(all).extracting(Delivery::id).doesNotHaveDuplicates();
        assertThat(all).extracting(Delivery::attempt).containsOnly(1);
        assertThat(status().counters().stalled()
                        + status().counters().retried()
                        + status().counters().late())
                .isZero();
    }

    @Test
    void the_pause_of_a_worker_and_that_of_its_subscription_do_not_end_each_other() {
        Received here = new Received();
        Received there = new Received();
        BroadcastWorker one = subscribe(first, here);
        BroadcastWorker two = subscribe(second, there);
        one.pause();

        events.subscriptions().pause("shared");
        await().atMost(Fixture.LONG).until(() -> two.state() == State.PAUSED);
        awaitBeats(one);
        one.resume();
        publish(5);
        awaitBeats(one);
        awaitBeats(two);
        assertThat(List.of(one.state(), two.state())).containsOnly(State.PAUSED);
        assertThat(here.count() + there.count()).isZero();

        one.pause();
        events.subscriptions().resume("shared");
        await().atMost(Fixture.LONG).until(() -> there.count() == 5);
        awaitBeats(one);
        assertThat(one.state()).isEqualTo(State.PAUSED);
        assertThat(here.count()).isZero();

        two.close();
        publish(5);
        one.resume();
        await().atMost(Fixture.LONG).until(() -> here.count() == 5);
        assertThat(one.state()).isEqualTo(State.RUNNING);
    }

    @Test
    void a_worker_of_this_process_is_paused_and_resumed_at_once_and_others_are_not_concerned() {
        Received received = new Received();
        Received other = new Received();
        BroadcastWorker worker =
                events.subscribe(WorkerOptions.of("shared", ">").build(), received);
        BroadcastWorker bystander =
                events.subscribe(WorkerOptions.of("other", ">").build(), other);
        assertThat(worker.awaitReady(Fixture.LONG) && bystander.awaitReady(Fixture.LONG))
                .isTrue();

        events.subscriptions().pause("shared");
        events.subscriptions().pause("shared");
        await().atMost(Duration.ofSeconds(8)).until(() -> worker.state() == State.PAUSED);
        publish(3);
        await().atMost(Fixture.LONG).until(() -> other.count() == 3);
        assertThat(received.count()).isZero();
        events.subscriptions().resume("shared");

        await().atMost(Duration.ofSeconds(8)).until(() -> received.count() == 3);
        assertThat(received.ids()).isEqualTo(other.ids());
        assertThat(events.subscriptions().pause("nobody")).isFalse();
        assertThat(events.subscriptions().resume("nobody")).isFalse();
    }

    /** A worker whose handler was fast so far: it fetches many at once. */
    private BroadcastWorker subscribeFetching(Relay relay, Gate gate) {
        Received fast = new Received();
        BroadcastWorker worker = subscribe(relay, delivery -> {
            if (delivery.subject().startsWith("warm")) {
                fast.handle(delivery);
            } else {
                gate.handle(delivery);
            }
        });
        while (fast.count() < 200) {
            events.publishAll(IntStream.range(0, 50)
                    .mapToObj(n -> Message.of("warm", "x"))
                    .toList());
            await().atMost(Fixture.LONG).until(() -> status().backlog() == 0);
        }
        return worker;
    }

    private BroadcastWorker subscribe(Relay relay, MessageHandler handler) {
        WorkerOptions options = WorkerOptions.of("shared", ">")
                .concurrency(2)
                .lockDuration(Duration.ofSeconds(3))
                .build();
        BroadcastWorker worker = relay.broadcast("events").subscribe(options, handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private void publish(int count) {
        events.publishAll(IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + n, "x"))
                .toList());
    }

    /** Two answered beats from now: it knows what there is to know. */
    private static void awaitBeats(BroadcastWorker worker) {
        for (int i = 0; i < 2; i++) {
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(worker.status().sinceLastRead()).toMillis() > 100);
            await().atMost(Fixture.LONG)
                    .until(() -> requireNonNull(worker.status().sinceLastRead()).toMillis() < 500);
        }
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("shared"));
    }
}
