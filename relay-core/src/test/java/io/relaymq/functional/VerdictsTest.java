package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import io.relaymq.RejectMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VerdictsTest {

    private static final RetryPolicy AT_ONCE = RetryPolicy.fixed(Duration.ZERO);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Queue<Delivery> attempts = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_failure_is_retried_only_if_it_or_a_cause_is_of_a_kind_that_is_to_be() {
        subscribe(
                WorkerOptions.of("picky", ">")
                        .retryOn(List.of(IOException.class))
                        .noRetryOn(List.of(FileNotFoundException.class)),
                Map.of(
                        "io", new IOException("x"),
                        "io-as-cause", new IllegalStateException(new RuntimeException(new IOException("x"))),
                        "subclass", new UncheckedIOException(new java.io.EOFException("x")),
                        "other", new IllegalStateException("x"),
                        "excluded", new IllegalStateException(new FileNotFoundException("x")),
                        "excluded-beside-wanted", new IOException(new FileNotFoundException("x")),
                        "circle", circle(new IllegalStateException("x")),
                        "circle-around-io", circle(new IOException("x")),
                        "error", new StackOverflowError()));

        awaitDead("picky", 9);

        assertThat(attemptsBySubject())
                .containsOnly(
                        Map.entry("io", 3),
                        Map.entry("io-as-cause", 3),
                        Map.entry("subclass", 3),
                        Map.entry("other", 1),
                        Map.entry("excluded", 1),
                        Map.entry("excluded-beside-wanted", 1),
                        Map.entry("circle", 1),
                        Map.entry("circle-around-io", 3),
                        Map.entry("error", 1));
    }

    @Test
    void what_is_not_to_be_retried_is_dead_at_once_and_everything_else_is_retried_errors_too() {
        subscribe(
                WorkerOptions.of("plain", ">").noRetryOn(List.of(TimeoutException.class)),
                Map.of(
                        "timeout", new IllegalStateException(new TimeoutException("x")),
                        "reject", new RejectMessageException("never"),
                        "reject-as-cause", new RuntimeException(new Exception(new RejectMessageException("never"))),
                        "deep", new StackOverflowError(),
                        "assertion", new AssertionError("x"),
                        "checked", new Exception("x"),
                        "circle", circle(new IllegalStateException("x"))));

        awaitDead("plain", 7);

        assertThat(attemptsBySubject())
                .containsOnly(
                        Map.entry("timeout", 1),
                        Map.entry("reject", 1),
                        Map.entry("reject-as-cause", 1),
                        Map.entry("deep", 3),
                        Map.entry("assertion", 3),
                        Map.entry("checked", 3),
                        Map.entry("circle", 3));
        assertThat(letters("plain"))
                .allSatisfy(letter -> assertThat(letter.attempts())
                        .isEqualTo(attemptsBySubject().get(letter.subject())));
    }

    @Test
    void an_unreadable_payload_is_dead_at_once_even_if_all_is_to_be_retried() {
        WorkerOptions.Builder options = WorkerOptions.of("strict", ">")
                .retryOn(List.of(Throwable.class))
                .retryPolicy(AT_ONCE);
        subscribe(options, delivery -> {
            attempts.add(delivery);
            delivery.payload(Integer.class);
        });

        events.publish("a", "no number");

        awaitDead("strict", 1);
        assertThat(attempts).hasSize(1);
        assertThat(letters("strict").get(0).cause()).isEqualTo("io.relaymq.PayloadException");
    }

    @Test
    void to_ask_for_a_later_time_spends_no_attempt_however_often_and_is_never_a_dead_letter() {
        Received received = new Received();
        subscribe(WorkerOptions.of("later", ">").maxAttempts(1), delivery -> {
            attempts.add(delivery);
            if (attempts.size() <= 20) {
                RetryAfterException later = new RetryAfterException(Duration.ofMillis(attempts.size() % 3 - 1));
                throw attempts.size() % 2 == 0 ? later : new IllegalStateException("wrapped", later);
            }
            received.handle(delivery);
        });

        events.publish("a", "x");

        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        assertThat(attempts).hasSize(21);
        assertThat(attempts).extracting(Delivery::attempt).containsOnly(1);
        assertThat(attempts)
                .extracting(Delivery::redelivered)
                .startsWith(false, true)
                .endsWith(true);
        await().atMost(Fixture.LONG)
                .until(() ->
                        requireNonNull(events.subscriptions().describe("later")).backlog() == 0);
        assertThat(letters("later")).isEmpty();
        assertThat(fixture.redis().exists(fixture.key("tries:later"))).isZero();
    }

    @Test
    void a_time_too_far_to_count_waits_and_breaks_nothing() {
        Received received = new Received();
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        subscribe(WorkerOptions.of("far", ">").retryPolicy(RetryPolicy.fixed(forever)), delivery -> {
            switch (delivery.subject()) {
                case "asked" -> throw new RetryAfterException(forever);
                case "failed" -> throw new IllegalStateException("x");
                default -> received.handle(delivery);
            }
        });

        for (String subject : List.of("asked", "failed", "good")) {
            events.publish(subject, "x");
        }

        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        await().atMost(Fixture.LONG)
                .until(() ->
                        requireNonNull(events.subscriptions().describe("far")).waiting() == 2);
    }

    @Test
    void a_policy_that_fails_is_replaced_by_the_default_and_the_worker_goes_on() {
        Received received = new Received();
        RetryPolicy broken = (attempt, failure) -> switch (String.valueOf(failure.getMessage())) {
            case "null" -> nothing();
            case "exception" -> throw new IllegalStateException("broken policy");
            default -> throw new NoClassDefFoundError("broken policy");
        };
        subscribe(WorkerOptions.of("fallback", ">").retryPolicy(broken), delivery -> {
            if (delivery.attempt() == 1) {
                throw new IllegalArgumentException(delivery.subject());
            }
            received.handle(delivery);
        });
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            long before = fixture.serverMillis();
            for (String subject : List.of("null", "exception", "error")) {
                events.publish(subject, "x");
            }

            await().atMost(Fixture.LONG).until(() -> received.count() == 3);

            assertThat(fixture.serverMillis() - before)
                    .isGreaterThanOrEqualTo(WorkerOptions.DEFAULT_RETRY_POLICY
                            .delay(1, new IllegalStateException())
                            .toMillis());
            assertThat(trouble.warnings())
                    .filteredOn(one -> one.contains("retry policy of subscription 'fallback' failed"))
                    .hasSize(3);
        }
    }

    @Test
    void a_failure_whose_own_methods_fail_counts_as_an_attempt_and_its_dead_letter_names_it() {
        subscribe(
                WorkerOptions.of("nasty", ">"), Map.of("nasty", new Nasty(), "plain", new IllegalStateException("x")));

        awaitDead("nasty", 2);

        assertThat(attemptsBySubject()).containsOnly(Map.entry("nasty", 3), Map.entry("plain", 3));
        assertThat(letters("nasty"))
                .filteredOn(letter -> letter.subject().equals("nasty"))
                .allSatisfy(
                        letter -> assertThat(letter.cause() + letter.detail()).contains(Nasty.class.getName()));
    }

    @Test
    void each_subscription_has_its_own_policy_and_limit() {
        Map<String, Integer> limits = Map.of("once", 1, "twice", 2, "five-times", 5);
        limits.forEach((name, limit) ->
                subscribe(WorkerOptions.of(name, ">").maxAttempts(limit).retryPolicy(AT_ONCE), delivery -> {
                    attempts.add(delivery);
                    throw new IllegalStateException("always");
                }));
        Received healthy = new Received();
        subscribe(WorkerOptions.of("healthy", ">"), healthy);

        events.publish("a", "x");

        limits.forEach((name, limit) -> awaitDead(name, 1));
        assertThat(attempts.stream()
                        .collect(Collectors.groupingBy(Delivery::subscription, Collectors.summingInt(one -> 1))))
                .isEqualTo(limits);
        await().atMost(Fixture.LONG).until(() -> healthy.count() == 1);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(1);
    }

    /** Fails by subject, three attempts each, and publishes one message to each of the subjects. */
    private void subscribe(WorkerOptions.Builder options, Map<String, Throwable> bySubject) {
        subscribe(options.maxAttempts(3).retryPolicy(AT_ONCE), delivery -> {
            attempts.add(delivery);
            Throwable failure = requireNonNull(bySubject.get(delivery.subject()));
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        });
        bySubject.keySet().forEach(subject -> events.publish(subject, "x"));
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private Map<String, Integer> attemptsBySubject() {
        return attempts.stream().collect(Collectors.groupingBy(Delivery::subject, Collectors.summingInt(one -> 1)));
    }

    private void awaitDead(String subscription, int letters) {
        await().atMost(Fixture.LONG)
                .until(() -> events.subscriptions().deadLetters(subscription).count() == letters);
    }

    private List<DeadLetter> letters(String subscription) {
        return events.subscriptions().deadLetters(subscription).page(DeadLetterQuery.all(), null, 100);
    }

    private static Exception circle(Exception failure) {
        IllegalArgumentException other = new IllegalArgumentException("y", failure);
        failure.initCause(other);
        return other;
    }

    @SuppressWarnings("NullAway") // what a broken policy may return
    private static Duration nothing() {
        return null;
    }

    /** Cannot even say what it is. */
    private static final class Nasty extends RuntimeException {

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            throw new UnsupportedOperationException();
        }
    }
}
