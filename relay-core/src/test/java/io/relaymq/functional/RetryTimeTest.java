package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTimeTest {

    private static final long MACHINE = 3_000;

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {30_000, 300})
    void a_retry_starts_when_it_is_due_by_the_servers_clock_and_not_before(long lockMillis) {
        Duration delay = Duration.ofMillis(900);
        Map<String, Long> due = new ConcurrentHashMap<>();
        Map<String, Long> began = new ConcurrentHashMap<>();
        WorkerOptions.Builder options = WorkerOptions.of("timed", ">")
                .concurrency(8)
                .lockDuration(Duration.ofMillis(lockMillis))
                .retryPolicy(RetryPolicy.fixed(delay));
        subscribe(options, delivery -> {
            if (delivery.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            began.put(delivery.id(), fixture.serverMillis());
        });

        List<String> ids = publish(IntStream.range(0, 20).mapToObj(n -> "a").toList());
        for (String id : ids) {
            await().atMost(Fixture.LONG).pollInterval(Duration.ofMillis(5)).until(() -> {
                Double time = fixture.redis().zscore(fixture.key("due:timed"), id);
                return time != null && due.put(id, time.longValue()) == null;
            });
        }

        await().atMost(Fixture.LONG).until(() -> began.keySet().containsAll(ids));
        assertThat(ids)
                .allSatisfy(id -> assertThat(requireNonNull(began.get(id)) - requireNonNull(due.get(id)))
                        .isBetween(0L, MACHINE));
        assertThat(ids)
                .allSatisfy(id -> assertThat(requireNonNull(due.get(id)))
                        .isGreaterThanOrEqualTo(Long.parseLong(id.substring(0, id.indexOf('-'))) + delay.toMillis()));
    }

    @Test
    void a_thousand_failing_ones_wait_while_the_good_ones_are_handled_and_cost_about_a_command_each() {
        int bad = 1_000;
        int good = 100;
        AtomicInteger failures = new AtomicInteger();
        Received handled = new Received();
        Received healthy = new Received();
        RetryPolicy late = RetryPolicy.fixed(Duration.ofMinutes(10));
        subscribe(WorkerOptions.of("healthy", ">").concurrency(4), healthy);
        subscribe(WorkerOptions.of("crowded", ">").concurrency(4).retryPolicy(late), delivery -> {
            if (delivery.subject().equals("bad")) {
                failures.incrementAndGet();
                throw new IllegalStateException("always");
            }
            handled.handle(delivery);
        });
        List<String> subjects = new ArrayList<>(Collections.nCopies(bad, "bad"));
        IntStream.range(0, good).forEach(n -> subjects.add(n * 10, "good"));
        ServerCounts before = ServerCounts.of(fixture.redis());

        List<String> ids = publish(subjects);
        await().atMost(Fixture.LONG).until(() -> handled.count() == good && failures.get() == bad);
        await().atMost(Fixture.LONG).until(() -> status("crowded").waiting() == bad);
        await().atMost(Fixture.LONG).until(() -> status("healthy").counters().acked() == bad + good);

        ServerCounts after = ServerCounts.of(fixture.redis());
        // one to fail each; publishes, reads and acks go in batches
        assertThat(after.scripts() - before.scripts()).isLessThan(bad + (bad + good) / 2);
        assertThat(failures).hasValue(bad);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(bad + good);
        assertThat(healthy.ids()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(status("healthy").counters().retried()).isZero();
        assertThat(status("crowded").counters().retried()).isEqualTo(bad);
        assertThat(status("crowded").lag()).isZero();
    }

    @Test
    void a_message_that_always_fails_runs_as_often_as_it_may_and_the_others_meanwhile_with_few_commands() {
        AtomicInteger failures = new AtomicInteger();
        Received handled = new Received();
        RetryPolicy soon = RetryPolicy.fixed(Duration.ofSeconds(1));
        subscribe(WorkerOptions.of("one", ">").maxAttempts(3).retryPolicy(soon), delivery -> {
            if (delivery.subject().equals("bad")) {
                failures.incrementAndGet();
                throw new IllegalStateException("always");
            }
            handled.handle(delivery);
        });
        ServerCounts before = ServerCounts.of(fixture.redis());

        publish(List.of("bad"));
        publish(Collections.nCopies(50, "good"));
        await().atMost(Fixture.LONG).until(() -> handled.count() == 50);
        assertThat(failures.get()).isLessThan(3);
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("dead:one")) == 1);

        ServerCounts after = ServerCounts.of(fixture.redis());
        assertThat(after.scripts() + after.calls("xreadgroup") - before.scripts() - before.calls("xreadgroup"))
                .isLessThan(200);
        assertThat(failures).hasValue(3);
    }

    private List<String> publish(List<String> subjects) {
        List<Message> messages =
                subjects.stream().map(subject -> Message.of(subject, "x")).toList();
        return events.publishAll(messages).stream().map(one -> one.id()).toList();
    }

    private void subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        assertThat(events.subscribe(options.build(), handler).awaitReady(Fixture.LONG))
                .isTrue();
    }

    private SubscriptionStatus status(String subscription) {
        return requireNonNull(events.subscriptions().describe(subscription));
    }
}
