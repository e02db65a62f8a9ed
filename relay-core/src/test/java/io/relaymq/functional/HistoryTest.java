package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class HistoryTest {

    private static final int HISTORY = 11_000;
    private static final int PUBLISHERS = 3;

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void earliest_receives_the_whole_log_in_order_while_others_go_on_publishing() throws Exception {
        publishHistory();
        Received received = new Received();
        Publishers publishers = new Publishers(events);

        events.subscribe(
                WorkerOptions.of("late", "n.>").startFrom(StartFrom.earliest()).build(), received);
        await().atMost(Fixture.LONG).until(() -> isLive("late") && received.count() > HISTORY + 100);
        int published = HISTORY + publishers.stop();

        await().atMost(Fixture.LONG).until(() -> received.count() >= published);
        assertThat(received.ids()).containsExactlyElementsOf(idsOfLog());
        await().atMost(Fixture.LONG).until(() -> fixture.redis().xlen(fixture.key("inbox:late")) == 0);
    }

    @Test
    void what_a_trim_takes_before_the_copy_is_counted_and_everything_else_is_delivered() throws Exception {
        publishHistory();
        CountDownLatch open = new CountDownLatch(1);
        Received received = new Received();
        Broadcast smaller =
                fixture.relay(options -> options.withMaxMessages(500)).broadcast("events");

        events.subscribe(
                WorkerOptions.of("late", "n.*.even")
                        .startFrom(StartFrom.earliest())
                        .build(),
                delivery -> {
                    open.await();
                    received.handle(delivery);
                });
        Publishers publishers = new Publishers(smaller);
        await().atMost(Fixture.LONG).until(() -> isLive("late") && publishers.published.get() > 1_500);
        int published = HISTORY + publishers.stop();
        open.countDown();

        long dropped = status("late").unreadDrops();
        await().atMost(Fixture.LONG).until(() -> received.count() + dropped >= published / 2);
        assertThat(received.count() + dropped).isEqualTo(published / 2);
        assertThat(dropped).isEqualTo(publishers.dropped.get()).isGreaterThan(1_000);
        assertThat(received.deliveries()).extracting(delivery -> delivery.id()).isSortedAccordingTo(HistoryTest::byId);
        assertThat(received.timesById().values()).containsOnly(1L);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(500);
    }

    @Test
    void after_an_id_receives_what_came_later_and_nothing_else() {
        List<PublishResult> results = publishHistory();
        Received received = new Received();
        StartFrom after = StartFrom.after(results.get(9_998).id());

        events.subscribe(WorkerOptions.of("late", "n.>").startFrom(after).build(), received);

        await().atMost(Fixture.LONG).until(() -> received.count() >= HISTORY - 9_999);
        assertThat(received.ids())
                .containsExactlyElementsOf(
                        results.stream().skip(9_999).map(PublishResult::id).toList());
    }

    @Test
    void a_copy_that_is_cut_off_goes_on_soon_and_does_not_wait_for_the_next_beat() {
        publishHistory();
        CountDownLatch open = new CountDownLatch(1);
        Received received = new Received();
        try (FaultyLink link = FaultyLink.to(server)) {
            link.latency(Duration.ofMillis(20));
            Broadcast slow = fixture.relay(fixture.newClient(link.uri())).broadcast("events");
            slow.subscribe(
                    WorkerOptions.of("late", "n.>")
                            .startFrom(StartFrom.earliest())
                            .lockDuration(Duration.ofMinutes(5))
                            .build(),
                    delivery -> {
                        open.await(); // so that no read is under way whose failure would ask for a beat
                        received.handle(delivery);
                    });
            await().atMost(Fixture.LONG).until(() -> events.subscriptions().describe("late") != null);
            await().atMost(Fixture.LONG).until(() -> status("late").lag() > 1_000);
            assertThat(status("late").copying()).isTrue();

            link.cut();
            link.latency(Duration.ZERO);

            await().atMost(Fixture.LONG).until(() -> isLive("late"));
            open.countDown();
            await().atMost(Fixture.LONG).until(() -> received.count() >= HISTORY);
            assertThat(received.ids()).containsExactlyElementsOf(idsOfLog());
        }
    }

    private List<PublishResult> publishHistory() {
        return events.publishAll(
                IntStream.range(0, HISTORY).mapToObj(HistoryTest::message).toList());
    }

    private static Message message(int n) {
        return Message.of("n." + n + (n % 2 == 0 ? ".even" : ".odd"), String.valueOf(n));
    }

    private static int byId(String a, String b) {
        String[] left = a.split("-");
        String[] right = b.split("-");
        int byMillis = Long.compare(Long.parseLong(left[0]), Long.parseLong(right[0]));
        return byMillis != 0 ? byMillis : Long.compare(Long.parseLong(left[1]), Long.parseLong(right[1]));
    }

    private List<String> idsOfLog() {
        return fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                .map(StreamMessage::getId)
                .toList();
    }

    private boolean isLive(String subscription) {
        SubscriptionStatus status = events.subscriptions().describe(subscription);
        return status != null && !status.copying();
    }

    private SubscriptionStatus status(String subscription) {
        return requireNonNull(events.subscriptions().describe(subscription));
    }

    /** Threads that publish an even number of messages, one by one, until they are told to stop. */
    private static final class Publishers {

        final AtomicInteger published = new AtomicInteger();
        final AtomicLong dropped = new AtomicLong();
        private final AtomicBoolean stop = new AtomicBoolean();
        private final List<Thread> threads;

        Publishers(Broadcast broadcast) {
            threads = IntStream.range(0, PUBLISHERS)
                    .mapToObj(n -> new Thread(() -> publish(broadcast)))
                    .toList();
            threads.forEach(Thread::start);
        }

        private void publish(Broadcast broadcast) {
            for (int n = 0; n % 2 != 0 || !stop.get(); n++) {
                PublishResult result = broadcast.publish(message(n));
                dropped.addAndGet(result.totalUnreadDrops());
                published.incrementAndGet();
            }
        }

        int stop() throws InterruptedException {
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            return published.get();
        }
    }
}
