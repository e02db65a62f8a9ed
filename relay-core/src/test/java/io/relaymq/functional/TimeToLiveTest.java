package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimeToLiveTest {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofHours(1);

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");
    final Received received = new Received();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_expires_while_its_subscription_is_paused_is_not_handled_but_counted_and_the_rest_is_handled_in_order() {
        BroadcastWorker here = subscribe("paused-here", received);
        Received elsewhere = new Received();
        subscribe("paused-everywhere", elsewhere);
        here.pause();
        events.subscriptions().pause("paused-everywhere");

        publish("short", 10, SHORT);
        List<String> kept = publish("long", 5, LONG);
        publish("nano", 5, Duration.ofNanos(1));
        List<String> plain = publish("plain", 5, Duration.ZERO);
        List<String> forever = publish("forever", 1, Duration.ofSeconds(Long.MAX_VALUE));
        awaitServerTime(fixture.serverMillis() + SHORT.toMillis());
        here.resume();
        events.subscriptions().resume("paused-everywhere");

        List<String> wanted = java.util.stream.Stream.of(kept, plain, forever)
                .flatMap(List::stream)
                .toList();
        for (String name : List.of("paused-here", "paused-everywhere")) {
            await().atMost(Fixture.LONG).until(() -> status(name).counters().acked() == 11);
            await().atMost(Fixture.LONG).until(() -> status(name).counters().expired() == 15);
            assertThat(status(name).backlog()
                            + status(name).dead()
                            + status(name).unreadDrops())
                    .isZero();
        }
        assertThat(received.ids()).isEqualTo(wanted);
        assertThat(elsewhere.ids()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    @Test
    void what_expires_while_it_waits_for_its_retry_is_neither_handled_again_nor_a_dead_letter() {
        AtomicInteger failures = new AtomicInteger();
        WorkerOptions.Builder options =
                WorkerOptions.of("retrying", ">").retryPolicy(RetryPolicy.fixed(SHORT.multipliedBy(3)));
        subscribe(options, delivery -> {
            if (delivery.attempt() == 1) {
                failures.incrementAndGet();
                throw new IllegalStateException("not yet");
            }
            received.handle(delivery);
        });

        publish("short", 3, SHORT);
        List<String> kept = publish("long", 3, LONG);

        await().atMost(Fixture.LONG).until(() -> received.count() == 3);
        await().atMost(Fixture.LONG).until(() -> status("retrying").counters().expired() == 3);
        assertThat(received.ids()).containsExactlyInAnyOrderElementsOf(kept);
        assertThat(failures).hasValue(6);
        await().atMost(Fixture.LONG).until(() -> status("retrying").backlog() == 0);
        assertThat(status("retrying").dead()).isZero();
        for (String key : List.of("wait:", "due:", "taken:", "tries:")) {
            assertThat(fixture.redis().exists(fixture.key(key + "retrying"))).isZero();
        }
    }

    @Test
    void what_has_not_expired_is_handled_also_from_history_and_by_a_new_consumer() {
        List<String> ids = publish("long", 20, LONG);
        publish("short", 20, SHORT);
        awaitServerTime(fixture.serverMillis() + SHORT.toMillis());

        subscribe(WorkerOptions.of("historian", ">").startFrom(StartFrom.earliest()), received);

        await().atMost(Fixture.LONG).until(() -> status("historian").counters().expired() == 20);
        await().atMost(Fixture.LONG).until(() -> status("historian").counters().acked() == 20);
        assertThat(received.ids()).isEqualTo(ids);
    }

    private void awaitServerTime(long millis) {
        await().atMost(Fixture.LONG).until(() -> fixture.serverMillis() > millis + 50);
    }

    private BroadcastWorker subscribe(String name, MessageHandler handler) {
        return subscribe(WorkerOptions.of(name, ">"), handler);
    }

    private BroadcastWorker subscribe(WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = events.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private List<String> publish(String subject, int count, Duration timeToLive) {
        List<Message> messages = IntStream.range(0, count)
                .mapToObj(n -> Message.of(subject, "x").withTimeToLive(timeToLive))
                .toList();
        return events.publishAll(messages).stream().map(PublishResult::id).toList();
    }

    private SubscriptionStatus status(String name) {
        return requireNonNull(events.subscriptions().describe(name));
    }
}
