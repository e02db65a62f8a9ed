package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.Delivery;
import io.relaymq.HandlerTimeoutException;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.RateLimit;
import io.relaymq.RejectMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncHandlerTest {

    private static final RetryPolicy AT_ONCE = RetryPolicy.fixed(Duration.ZERO);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Pending pending = new Pending();

    @AfterEach
    void close() {
        pending.completeAll();
        fixture.close();
    }

    @Test
    void a_delivery_is_settled_when_its_stage_completes_and_occupies_a_slot_but_no_thread_until_then() {
        BroadcastWorker worker = subscribe(options().concurrency(100), pending);
        List<String> ids = publish("n", 150);

        await().atMost(Fixture.LONG).until(() -> pending.count() == 100);
        await().during(Duration.ofMillis(300)).atMost(Fixture.LONG).until(() -> pending.count() == 100);
        assertThat(worker.status().running()).isEqualTo(100);
        assertThat(status().counters().acked()).isZero();
        assertThat(handlerThreadsBusy()).isZero();

        pending.complete(ids.get(42), null);
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1 && pending.begun() == 101);
        pending.completeAll();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 101 && pending.begun() == 150);
        pending.completeAll();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 150);
        assertThat(pending.threads()).allMatch(name -> name.startsWith("relay-handler-"));
        assertThat(status().backlog()).isZero();
    }

    @Test
    void a_stage_that_fails_is_as_a_handler_that_threw_its_cause() {
        Map<String, Integer> begun = new ConcurrentHashMap<>();
        subscribe(options().concurrency(4).maxAttempts(2), delivery -> {
            int attempt = begun.merge(delivery.subject(), 1, Integer::sum);
            return switch (delivery.subject()) {
                case "thrown" -> throw new IOException("thrown");
                case "failed" -> CompletableFuture.failedFuture(new IOException("failed"));
                case "chained" ->
                    CompletableFuture.runAsync(() -> {
                                throw new CompletionException(new ExecutionException(new IOException("chained")));
                            })
                            .thenApply(done -> done);
                case "rejected" ->
                    CompletableFuture.supplyAsync(() -> {
                        throw new RejectMessageException("rejected");
                    });
                case "later" ->
                    attempt > 2
                            ? CompletableFuture.completedFuture("done")
                            : CompletableFuture.failedFuture(new RetryAfterException(Duration.ZERO));
                default -> null;
            };
        });

        List.of("thrown", "failed", "chained", "rejected", "later", "null").forEach(subject -> publish(subject, 1));

        await().atMost(Fixture.LONG)
                .until(() -> status().dead() == 5 && status().counters().acked() == 1);
        assertThat(begun)
                .isEqualTo(Map.of("thrown", 2, "failed", 2, "chained", 2, "rejected", 1, "later", 3, "null", 2));
        assertThat(letters())
                .extracting(DeadLetter::subject, DeadLetter::cause)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("thrown", IOException.class.getName()),
                        org.assertj.core.groups.Tuple.tuple("failed", IOException.class.getName()),
                        org.assertj.core.groups.Tuple.tuple("chained", IOException.class.getName()),
                        org.assertj.core.groups.Tuple.tuple("rejected", RejectMessageException.class.getName()),
                        org.assertj.core.groups.Tuple.tuple("null", IllegalStateException.class.getName()));
        assertThat(letters())
                .filteredOn(letter -> letter.subject().equals("null"))
                .allSatisfy(letter -> assertThat(letter.detail()).contains("returned null instead of a stage"));
    }

    @Test
    void ten_thousand_stages_that_are_complete_at_once_need_no_deeper_a_stack() {
        Queue<Integer> depths = new ConcurrentLinkedQueue<>();
        Set<String> seen = ConcurrentHashMap.newKeySet();
        subscribe(options(), delivery -> {
            depths.add(Thread.currentThread().getStackTrace().length);
            seen.add(delivery.id());
            CompletionStage<String> done = CompletableFuture.completedFuture("done");
            return seen.size() % 2 == 0 ? done : CompletableFuture.completedStage("done");
        });

        List<String> ids = publish("n", 10_000);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 10_000);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(depths).hasSize(10_000).allMatch(depth -> depth < 40);
    }

    @Test
    void a_stage_is_cancelled_when_the_time_of_its_handler_is_over_and_its_slot_is_free_again() {
        subscribe(options().maxAttempts(2).handlerTimeout(Duration.ofMillis(200)), pending);

        publish("slow", 1);
        await().atMost(Fixture.LONG).until(() -> status().dead() == 1);

        assertThat(pending.all()).hasSize(2).allMatch(CompletableFuture::isCancelled);
        assertThat(letters()).extracting(DeadLetter::cause).containsExactly(HandlerTimeoutException.class.getName());
        publish("next", 1);
        await().atMost(Fixture.LONG).until(() -> pending.begun() == 3);
        pending.completeAll();
        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1);
    }

    @Test
    void a_stage_that_cannot_be_cancelled_holds_its_slot_until_it_completes_and_then_changes_nothing() {
        BroadcastWorker worker = subscribe(
                options().maxAttempts(1).handlerTimeout(Duration.ofMillis(200)),
                delivery -> pending.handle(delivery).minimalCompletionStage());
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            publish("slow", 1);
            await().atMost(Fixture.LONG)
                    .until(() -> status().dead() == 1 && worker.status().stuck() == 1);
            publish("next", 1);
            await().during(Duration.ofMillis(300)).atMost(Fixture.LONG).until(() -> pending.begun() == 1);

            pending.completeAll();

            await().atMost(Fixture.LONG).until(() -> pending.begun() == 2);
            assertThat(worker.status().stuck()).isZero();
            assertThat(trouble.warnings())
                    .filteredOn(one -> one.contains("its result changes nothing"))
                    .hasSize(1);
        }
        assertThat(status().counters().acked() + status().counters().late()).isZero();
    }

    @Test
    void closing_waits_for_a_stage_as_for_a_running_handler() {
        BroadcastWorker worker = subscribe(options().concurrency(2), pending);
        publish("n", 3);
        await().atMost(Fixture.LONG).until(() -> pending.begun() == 2);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> worker.close(Fixture.LONG));
        await().atMost(Fixture.LONG).until(() -> worker.state() == State.CLOSING);
        await().during(Duration.ofMillis(200)).atMost(Fixture.LONG).until(() -> !closing.isDone());
        pending.completeAll();
        closing.join();

        assertThat(pending.begun()).isEqualTo(2);
        assertThat(status().counters().acked()).isEqualTo(2);
        assertThat(status().waiting() + status().lag()).isEqualTo(1);
        assertThat(status().consumers()).isEmpty();
    }

    @Test
    void what_completes_after_the_close_is_acked_if_the_relay_lives_on() {
        BroadcastWorker worker = subscribe(options(), pending);
        publish("n", 1);
        await().atMost(Fixture.LONG).until(() -> pending.begun() == 1);

        worker.close(Duration.ofMillis(100));
        pending.completeAll();

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 1);
    }

    @Test
    void a_rate_limit_and_a_time_to_live_hold_as_for_any_handler() {
        Queue<Long> starts = new ConcurrentLinkedQueue<>();
        subscribe(options().concurrency(10).rateLimit(new RateLimit(2, Duration.ofSeconds(1))), delivery -> {
            starts.add(System.nanoTime());
            return pending.handle(delivery);
        });
        events.publish(Message.of("first", "x"));
        events.publish(Message.of("second", "x"));
        events.publish(Message.of("expires", "x").withTimeToLive(Duration.ofMillis(1)));
        events.publish(Message.of("third", "x"));

        await().atMost(Fixture.LONG).until(() -> pending.begun() == 3);
        pending.completeAll();

        await().atMost(Fixture.LONG)
                .until(() ->
                        status().counters().acked() == 3 && status().counters().expired() == 1);
        List<Long> times = List.copyOf(starts);
        assertThat(times.get(2) - times.get(0))
                .isGreaterThan(Duration.ofMillis(400).toNanos());
    }

    private static long handlerThreadsBusy() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(one -> one.getKey().getName().startsWith("relay-handler-"))
                .filter(one -> List.of(one.getValue()).stream()
                        .anyMatch(frame -> frame.getClassName().startsWith("io.relaymq.")))
                .count();
    }

    private static WorkerOptions.Builder options() {
        return WorkerOptions.of("shared", ">").retryPolicy(AT_ONCE).lockDuration(Duration.ofSeconds(3));
    }

    private BroadcastWorker subscribe(WorkerOptions.Builder options, AsyncMessageHandler handler) {
        BroadcastWorker worker = events.subscribeAsync(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private List<String> publish(String subject, int count) {
        return events
                .publishAll(IntStream.range(0, count)
                        .mapToObj(n -> Message.of(subject, "x"))
                        .toList())
                .stream()
                .map(PublishResult::id)
                .toList();
    }

    private List<DeadLetter> letters() {
        return events.subscriptions().deadLetters("shared").page(DeadLetterQuery.all(), null, 10);
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("shared"));
    }

    /** Futures that the test completes. */
    private static final class Pending implements AsyncMessageHandler {

        private final Map<String, CompletableFuture<@Nullable Object>> open = new ConcurrentHashMap<>();
        private final Queue<CompletableFuture<@Nullable Object>> all = new ConcurrentLinkedQueue<>();
        private final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Override
        public CompletableFuture<@Nullable Object> handle(Delivery delivery) {
            threads.add(Thread.currentThread().getName());
            CompletableFuture<@Nullable Object> future = new CompletableFuture<>();
            open.put(delivery.id(), future);
            all.add(future);
            return future;
        }

        int count() {
            return open.size();
        }

        int begun() {
            return all.size();
        }

        List<CompletableFuture<@Nullable Object>> all() {
            return List.copyOf(all);
        }

        List<String> threads() {
            return List.copyOf(threads);
        }

        void complete(String id, @Nullable Object value) {
            requireNonNull(open.remove(id)).complete(value);
        }

        void completeAll() {
            List.copyOf(open.keySet()).forEach(id -> complete(id, "done"));
        }
    }
}
