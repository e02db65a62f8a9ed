package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetterQuery;
import io.relaymq.Delivery;
import io.relaymq.HandlerTimeoutException;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandlerTimeoutTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final RetryPolicy AT_ONCE = RetryPolicy.fixed(Duration.ZERO);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Broadcast elsewhere =
            fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");
    final CountDownLatch release = new CountDownLatch(1);
    final Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    @Test
    void a_handler_that_can_be_interrupted_fails_its_attempt_at_its_time_and_the_next_one_starts_clean() {
        Received good = new Received();
        BroadcastWorker worker = subscribe(events, options().maxAttempts(2), delivery -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            if (delivery.subject().equals("slow")) {
                new CountDownLatch(1).await();
            }
            good.handle(delivery);
        });

        publish("slow", 1);
        publish("good", 3);

        await().atMost(Fixture.LONG).until(() -> good.count() == 3 && status().dead() == 1);
        assertThat(events.subscriptions().deadLetters("shared").page(DeadLetterQuery.all(), null, 10))
                .allSatisfy(letter -> {
                    assertThat(letter.cause()).isEqualTo(HandlerTimeoutException.class.getName());
                    assertThat(letter.attempts()).isEqualTo(2);
                    assertThat(letter.stalls()).isZero();
                });
        assertThat(interrupted).hasSize(5).containsOnly(false);
        await().atMost(Fixture.LONG).until(() -> worker.status().stuck() == 0 && status().backlog() == 0);
        assertThat(status().counters().retried()).isEqualTo(1);
        assertThat(status().counters().acked()).isEqualTo(3);
        assertThat(status().counters().late()).isZero();
    }

    @Test
    void what_a_stuck_process_holds_or_still_reads_goes_to_another_and_its_late_return_changes_nothing() {
        Received here = new Received();
        BroadcastWorker stuck = subscribe(events, options(), delivery -> {
            if (delivery.subject().equals("stuck") && delivery.attempt() == 1) {
                ignoreInterrupts();
            }
            interrupted.add(Thread.currentThread().isInterrupted());
            here.handle(delivery);
        });
        publish("warm", 100); // from now on it fetches ahead
        await().atMost(Fixture.LONG).until(() -> here.count() == 100 && status().backlog() == 0);
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            publish("stuck", 1);
            publish("queued", 20);
            await().atMost(Fixture.LONG).until(() -> stuck.status().stuck() == 1);
            publish("read", 20);
            Received there = new Received();
            BroadcastWorker other = subscribe(elsewhere, options(), there);
            publish("later", 20);

            await().atMost(Fixture.LONG).until(() -> there.count() == 61);

            assertThat(here.count()).isEqualTo(100);
            assertThat(there.ids()).doesNotHaveDuplicates();
            assertThat(there.deliveries())
                    .filteredOn(delivery -> delivery.attempt() == 2)
                    .extracting(Delivery::subject)
                    .containsExactly("stuck");
            assertThat(stuck.status().running()).isZero();
            await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 161);

            release.countDown();
            await().atMost(Fixture.LONG).until(() -> stuck.status().stuck() == 0);
            assertThat(trouble.warnings())
                    .filteredOn(one -> one.contains("its result changes nothing"))
                    .hasSize(1);
            other.close();
            publish("again", 10);
            await().atMost(Fixture.LONG).until(() -> here.count() == 111 && status().backlog() == 0);
        }
        SubscriptionCounters counters = status().counters();
        assertThat(counters.acked()).isEqualTo(171);
        assertThat(counters.late() + counters.stalled() + counters.deadLettered())
                .isZero();
        assertThat(interrupted.stream().skip(101)).containsOnly(false);
    }

    @Test
    void a_message_whose_handler_is_stuck_is_handled_again_here_where_a_slot_is_free() {
        Received received = new Received();
        BroadcastWorker worker = subscribe(events, options().concurrency(2), delivery -> {
            if (delivery.attempt() == 1 && delivery.subject().equals("stuck")) {
                ignoreInterrupts();
                throw new IllegalStateException("too late");
            }
            received.handle(delivery);
        });

        publish("stuck", 1);
        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        assertThat(received.deliveries().get(0).attempt()).isEqualTo(2);
        assertThat(worker.status().stuck()).isEqualTo(1);
        publish("good", 20);
        await().atMost(Fixture.LONG).until(() -> received.count() == 21);
        release.countDown();

        await().atMost(Fixture.LONG).until(() -> worker.status().stuck() == 0);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 21);
        assertThat(status().counters().retried()).isEqualTo(1);
        assertThat(status().counters().late() + status().backlog() + status().dead())
                .isZero();
    }

    @Test
    void a_time_longer_than_the_lock_is_kept_and_makes_no_stall() {
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        WorkerOptions.Builder options = options()
                .maxAttempts(1)
                .lockDuration(Duration.ofMillis(300))
                .stalledInterval(Duration.ofMillis(50))
                .handlerTimeout(Duration.ofMillis(1_500));
        subscribe(events, options, delivery -> {
            attempts.add(delivery.attempt());
            if (!new CountDownLatch(1)
                    .await(
                            delivery.subject().equals("long") ? 60_000 : 700,
                            java.util.concurrent.TimeUnit.MILLISECONDS)) {
                interrupted.add(false);
            }
        });

        publish("within", 1);
        publish("long", 1);

        await().atMost(Fixture.LONG)
                .until(() -> status().dead() == 1 && status().counters().acked() == 1);
        assertThat(attempts).containsExactly(1, 1);
        assertThat(interrupted).hasSize(1);
        assertThat(status().counters().stalled() + status().counters().late()).isZero();
    }

    @Test
    void a_handler_that_says_it_makes_progress_has_its_time_begin_anew() {
        Queue<Boolean> renewed = new ConcurrentLinkedQueue<>();
        Received ended = new Received();
        BroadcastWorker worker =
                subscribe(events, options().maxAttempts(1).handlerTimeout(SHORT.multipliedBy(2)), delivery -> {
                    for (int step = 0; step < 8; step++) {
                        LockSupport.parkNanos(SHORT.toNanos() / 2);
                        if (delivery.subject().equals("progress")) {
                            renewed.add(delivery.renew());
                        }
                    }
                    if (delivery.subject().equals("still")) {
                        renewed.add(delivery.renew()); // too late
                    }
                    ended.handle(delivery);
                });

        publish("progress", 1);
        publish("still", 1);

        await().atMost(Fixture.LONG)
                .until(() -> status().dead() == 1 && status().counters().acked() == 1);
        await().atMost(Fixture.LONG).until(() -> ended.count() == 2);
        assertThat(renewed).hasSize(9);
        assertThat(renewed.stream().limit(8)).containsOnly(true);
        assertThat(renewed.stream().skip(8)).containsOnly(false);
        assertThat(ended.deliveries()).extracting(Delivery::renew).containsOnly(false);
        assertThat(worker.status().stuck()).isZero();
    }

    @Test
    void handlers_that_end_about_when_their_time_is_over_end_once_each_and_interrupt_nobody_else() {
        int messages = 600;
        Queue<String> clean = new ConcurrentLinkedQueue<>();
        WorkerOptions.Builder options = options().concurrency(4).maxAttempts(2).handlerTimeout(Duration.ofMillis(5));
        BroadcastWorker worker = subscribe(events, options, delivery -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            LockSupport.parkNanos(new Random().nextInt(10_000_000));
            if (!Thread.currentThread().isInterrupted()) {
                clean.add(delivery.id());
            }
        });

        publish("n", messages);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() + status().dead() == messages);
        await().atMost(Fixture.LONG).until(() -> worker.status().stuck() == 0);
        // its own time may be over before a handler's first line; one in twenty is far below one after each timeout
        assertThat(interrupted).filteredOn(flag -> flag).hasSizeLessThan(messages / 20);
        assertThat(status().backlog()).isZero();
        SubscriptionCounters counters = status().counters();
        assertThat(counters.late() + counters.stalled()).isZero();
        assertThat(interrupted).hasSize((int) (messages + counters.retried()));
        assertThat(counters.acked()).isPositive();
        assertThat(counters.retried()).isPositive();
        assertThat(clean).isNotEmpty();
    }

    @Test
    void closing_does_not_wait_for_a_handler_that_is_stuck() {
        BroadcastWorker worker = subscribe(events, options(), delivery -> ignoreInterrupts());
        publish("stuck", 1);
        await().atMost(Fixture.LONG)
                .until(() -> worker.status().stuck() == 1 && status().counters().retried() == 1);

        worker.close(Duration.ofMinutes(10));

        assertThat(worker.state()).isEqualTo(BroadcastWorker.State.CLOSED);
        assertThat(status().consumers()).isEmpty();
        Received there = new Received();
        subscribe(elsewhere, options(), there);
        await().atMost(Fixture.LONG).until(() -> there.count() == 1);
        assertThat(there.deliveries().get(0).attempt()).isEqualTo(2);
    }

    private void ignoreInterrupts() {
        boolean open = false;
        while (!open) {
            try {
                release.await();
                open = true;
            } catch (InterruptedException e) {
                Thread.onSpinWait(); // a handler that does not care
            }
        }
    }

    private static WorkerOptions.Builder options() {
        return WorkerOptions.of("shared", ">")
                .handlerTimeout(SHORT)
                .retryPolicy(AT_ONCE)
                .lockDuration(Duration.ofSeconds(3));
    }

    private BroadcastWorker subscribe(Broadcast broadcast, WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = broadcast.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private void publish(String subject, int count) {
        Stream<Message> messages = IntStream.range(0, count).mapToObj(n -> Message.of(subject, "x"));
        events.publishAll(messages.toList());
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("shared"));
    }
}
