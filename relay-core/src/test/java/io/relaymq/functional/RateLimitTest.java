package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RateLimit;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    /** From the grant of a start, by the server, to the start. */
    private static final double MACHINE_SECONDS = 1;

    /** A process knows the server's time to the way of one answer. */
    private static final long EXPIRED_MILLIS = 500;

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Broadcast elsewhere =
            fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events");
    final Received here = new Received();
    final Received there = new Received();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void two_processes_together_start_no_more_than_the_bucket_and_what_it_fills_up_by() {
        RateLimit limit = new RateLimit(20, Duration.ofSeconds(1));
        List<Long> starts = Collections.synchronizedList(new ArrayList<>());
        for (Broadcast one : List.of(events, elsewhere)) {
            subscribe(one, options(limit).concurrency(8), delivery -> {
                starts.add(System.nanoTime());
                (one == events ? here : there).handle(delivery);
            });
        }

        List<String> ids = publish(100, Duration.ZERO);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 100);
        assertThat(Stream.concat(here.ids().stream(), there.ids().stream())).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(here.count()).isPositive();
        assertThat(there.count()).isPositive();
        List<Long> sorted = starts.stream().sorted().toList();
        for (int from = 0; from < sorted.size(); from++) {
            for (int to = from; to < sorted.size(); to++) {
                double seconds = (sorted.get(to) - sorted.get(from)) / 1e9;
                assertThat(to - from + 1).isLessThanOrEqualTo((int) (20 + 20 * (seconds + MACHINE_SECONDS)));
            }
        }
    }

    @Test
    void what_waits_for_its_start_in_a_process_that_closes_is_handled_by_the_other_once() {
        RateLimit limit = new RateLimit(1, Duration.ofMillis(250));
        BroadcastWorker closing = subscribe(events, options(limit).concurrency(4), here);
        List<String> ids = publish(12, Duration.ZERO);
        await().atMost(Fixture.LONG)
                .until(() -> here.count() >= 2 && closing.status().inFlight() > 1);

        closing.close();
        int before = here.count();
        subscribe(elsewhere, options(limit).concurrency(4), there);

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 12);
        assertThat(here.count()).isEqualTo(before).isLessThan(12);
        assertThat(Stream.concat(here.ids().stream(), there.ids().stream())).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(status().backlog()
                        + status().counters().stalled()
                        + status().counters().late())
                .isZero();
    }

    @Test
    void what_has_expired_needs_no_start() {
        RateLimit limit = new RateLimit(2, Duration.ofHours(1));
        BroadcastWorker worker = subscribe(events, options(limit), here);
        worker.pause();
        publish(50, Duration.ofMillis(1));
        List<String> live = publish(3, Duration.ZERO);
        long published = fixture.serverMillis();
        await().atMost(Fixture.LONG).until(() -> fixture.serverMillis() > published + EXPIRED_MILLIS);
        worker.resume();

        await().atMost(Fixture.LONG)
                .until(() -> here.count() == 2 && status().counters().acked() == 2);
        assertThat(here.ids()).isEqualTo(live.subList(0, 2));
        assertThat(status().counters().expired()).isEqualTo(50);
        assertThat(status().backlog()).isEqualTo(1);
    }

    @Test
    void pausing_and_resuming_again_and_again_lets_no_more_start() {
        RateLimit limit = new RateLimit(5, Duration.ofHours(1));
        BroadcastWorker worker = subscribe(events, options(limit).concurrency(5), here);
        for (int n = 0; n < 10; n++) {
            publish(1, Duration.ZERO);
            worker.pause();
            worker.resume();
        }

        await().atMost(Fixture.LONG)
                .until(() -> status().backlog() >= 5 && worker.status().running() == 0);
        assertThat(here.count()).isLessThanOrEqualTo(5);
    }

    private static WorkerOptions.Builder options(RateLimit limit) {
        return WorkerOptions.of("shared", ">").rateLimit(limit).lockDuration(Duration.ofMillis(1_500));
    }

    private static BroadcastWorker subscribe(
            Broadcast broadcast, WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = broadcast.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private List<String> publish(int count, Duration timeToLive) {
        List<Message> messages = IntStream.range(0, count)
                .mapToObj(n -> Message.of("n." + n, "x").withTimeToLive(timeToLive))
                .toList();
        return events.publishAll(messages).stream().map(PublishResult::id).toList();
    }

    private SubscriptionStatus status() {
        return requireNonNull(events.subscriptions().describe("shared"));
    }
}
