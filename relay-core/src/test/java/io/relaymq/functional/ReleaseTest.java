package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetterQuery;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.ReleaseMessageException;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A handler that gives a delivery back. */
class ReleaseTest {

    private static final Duration MACHINE = Duration.ofSeconds(4);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Broadcast elsewhere =
            fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_a_handler_gives_back_runs_again_as_if_it_had_not_run_but_not_without_a_pause() {
        Queue<Long> starts = new ConcurrentLinkedQueue<>();
        Received received = new Received();
        subscribe(events, options().maxAttempts(1), delivery -> {
            starts.add(System.nanoTime());
            if (starts.size() <= 3) {
                throw new IllegalStateException("wrapped", new ReleaseMessageException("not now"));
            }
            received.handle(delivery);
        });

        events.publish("a", "x");

        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        assertThat(starts).hasSize(4);
        long last = 0;
        for (long start : starts) {
            assertThat(last == 0 || start - last > Duration.ofMillis(400).toNanos())
                    .isTrue();
            last = start;
        }
        assertThat(received.deliveries()).allSatisfy(delivery -> {
            assertThat(delivery.attempt()).isEqualTo(1);
            assertThat(delivery.redelivered()).isTrue();
            assertThat(delivery.replayed()).isFalse();
        });
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1);
        assertNothingWasCounted();
    }

    @Test
    void another_process_may_run_what_a_handler_gave_back() {
        AtomicBoolean losing = new AtomicBoolean(true);
        Received received = new Received();
        MessageHandler handler = delivery -> {
            if (losing.get()) {
                throw new ReleaseMessageException("this process is about to stop", null);
            }
            received.handle(delivery);
        };
        var leaving = subscribe(events, options(), handler);
        for (int n = 0; n < 20; n++) {
            events.publish("n." + n, "x");
        }
        await().atMost(Fixture.LONG).until(() -> status().waiting() == 20);
        subscribe(elsewhere, options(), received);
        leaving.close();
        losing.set(false);

        await().atMost(Fixture.LONG).until(() -> received.count() == 20);
        assertThat(received.deliveries()).extracting(Delivery::attempt).containsOnly(1);
        assertThat(received.ids()).doesNotHaveDuplicates();
        await().atMost(Fixture.LONG).until(() -> status().backlog() == 0);
        assertNothingWasCounted();
    }

    @Test
    void what_is_due_again_is_taken_by_a_process_that_works_long_before_its_next_beat() {
        Failing handler = new Failing();
        WorkerOptions.Builder options = options().maxAttempts(1).lockDuration(Duration.ofMinutes(3));
        subscribe(events, options, handler);
        for (int n = 0; n < 5; n++) {
            events.publish("n." + n, "x");
        }
        await().atMost(Fixture.LONG).until(() -> status().dead() == 5);
        handler.mend();

        assertThat(elsewhere.subscriptions().deadLetters("shared").replay(DeadLetterQuery.all(), 1_000))
                .isEqualTo(5);
        events.publish("n.more", "x");

        await().atMost(Duration.ofSeconds(10)).until(() -> handler.received().count() == 5 + 6);
    }

    @Test
    void what_a_paused_process_gave_back_is_taken_by_an_idle_one_within_a_third_of_the_lock_duration() {
        Gate gate = new Gate();
        Received fast = new Received();
        BroadcastWorker leaving = subscribe(events, options(), delivery -> {
            if (delivery.subject().equals("warm")) {
                fast.handle(delivery);
            } else {
                gate.handle(delivery);
            }
        });
        for (int n = 0; n < 50; n++) {
            events.publish("warm", "x"); // from now on it fetches ahead
        }
        await().atMost(Fixture.LONG).until(() -> fast.count() == 50);
        events.publishAll(
                IntStream.range(0, 6).mapToObj(n -> Message.of("n." + n, "x")).toList());
        gate.awaitEntered(1);
        await().atMost(Fixture.LONG).until(() -> leaving.status().inFlight() == 6);
        Received received = new Received();
        subscribe(elsewhere, options(), received);

        leaving.pause();

        await().atMost(Duration.ofSeconds(1).plus(MACHINE)).until(() -> received.count() == 5);
        gate.open();
    }

    private void assertNothingWasCounted() {
        assertThat(status().dead()).isZero();
        assertThat(status().counters().retried()
                        + status().counters().stalled()
                        + status().counters().late())
                .isZero();
    }

    private static WorkerOptions.Builder options() {
        return WorkerOptions.of("shared", ">").lockDuration(Duration.ofSeconds(3));
    }

    private BroadcastWorker subscribe(Broadcast broadcast, WorkerOptions.Builder options, MessageHandler handler) {
        var worker = broadcast.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("shared"));
    }
}
