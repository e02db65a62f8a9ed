package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class SeekTest {

    @Parameter
    RedisProcess server;

    Fixture fixture;
    Broadcast events;
    Subscriptions subscriptions;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        events = fixture.relay().broadcast("events");
        subscriptions = events.subscriptions();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void back_to_an_id_an_instant_or_the_start_everything_after_it_comes_again_in_order_as_replayed() {
        Received received = new Received();
        subscribe(events, wanted(), received);
        List<String> ids = publish(1_200);
        await().atMost(Fixture.LONG).until(() -> received.count() == 1_200);
        Instant instant = received.deliveries().get(700).publishedAt();
        long sinceInstant = received.deliveries().stream()
                .filter(one -> !one.publishedAt().isBefore(instant))
                .count();

        assertComesAgain(received, StartFrom.after(ids.get(899)), 300);
        assertComesAgain(received, StartFrom.at(instant), sinceInstant + 1);
        assertComesAgain(received, StartFrom.earliest(), 1_202);
        awaitAtRest(received.count());
    }

    /** So many of the newest come again, then what is published next comes as new. */
    private void assertComesAgain(Received received, StartFrom to, long count) {
        int before = received.count();
        List<String> log = idsOfLog();
        assertThat(subscriptions.countAfter("mover", to)).isEqualTo(count);

        assertThat(subscriptions.seek("mover", to)).isTrue();
        await().atMost(Fixture.LONG).until(() -> received.count() >= before + count);
        publish(1);
        await().atMost(Fixture.LONG).until(() -> received.count() >= before + count + 1);

        List<Delivery> again = received.deliveries().subList(before, received.count());
        int split = again.size() - 1;
        assertThat(again.subList(0, split))
                .extracting(Delivery::id)
                .containsExactlyElementsOf(log.subList(log.size() - split, log.size()));
        assertThat(again.subList(0, split)).allMatch(Delivery::replayed);
        assertThat(again.get(split).replayed()).isFalse();
        assertThat(again).extracting(Delivery::attempt).containsOnly(1);
    }

    @Test
    void forward_what_lies_between_is_skipped_and_what_comes_later_is_delivered() {
        Received received = new Received();
        BroadcastWorker worker = subscribe(events, wanted(), received);
        worker.pause();
        List<String> ids = publish(50);
        await().atMost(Fixture.LONG).until(() -> status().backlog() == 50);

        subscriptions.seek("mover", StartFrom.after(ids.get(29)));
        worker.resume();
        await().atMost(Fixture.LONG).until(() -> received.count() == 20);
        worker.pause();
        publish(10);
        assertThat(subscriptions.countAfter("mover", StartFrom.latest())).isZero();
        subscriptions.seek("mover", StartFrom.latest());
        String last = publish(1).get(0);
        worker.resume();

        await().atMost(Fixture.LONG).until(() -> received.count() == 21);
        assertThat(received.ids())
                .containsExactlyElementsOf(Stream.concat(ids.subList(30, 50).stream(), Stream.of(last))
                        .toList());
        awaitAtRest(21);
        assertThat(status().unreadDrops()).isZero();
        assertThat(worker.status().problem()).isNull();
    }

    @Test
    void what_is_in_flight_ends_late_and_changes_nothing_and_comes_again() {
        Gate gate = new Gate();
        subscribe(events, wanted().concurrency(3), gate);
        List<String> ids = publish(3);
        gate.awaitEntered(3);

        subscriptions.seek("mover", StartFrom.after(ids.get(0)));
        await().atMost(Fixture.LONG).until(() -> !status().copying());
        gate.open();

        await().atMost(Fixture.LONG).until(() -> gate.received().count() == 5);
        awaitAtRest(2);
        assertThat(replayed(gate.received(), new Received()).map(Delivery::id))
                .containsExactlyInAnyOrder(ids.get(1), ids.get(2));
        assertThat(gate.entered()).isEqualTo(5);
        assertThat(status().counters().late()).isEqualTo(3);
    }

    @Test
    void what_fails_late_neither_waits_nor_dies() {
        Gate gate = new Gate();
        subscribe(events, wanted().concurrency(2), delivery -> {
            gate.handle(delivery);
            throw delivery.subject().startsWith("n.0")
                    ? new IllegalStateException("again")
                    : new io.relaymq.RejectMessageException("never");
        });
        publish(2);
        gate.awaitEntered(2);

        subscriptions.seek("mover", StartFrom.latest());
        gate.open();

        await().atMost(Fixture.LONG).until(() -> gate.received().count() == 2);
        awaitAtRest(0);
        assertThat(status().dead() + status().counters().retried() + status().waiting())
                .isZero();
        assertThat(status().counters().acked()).isZero();
        await().atMost(Fixture.LONG).until(() -> status().counters().late() == 2);
    }

    @Test
    void what_waits_for_another_run_is_dropped_and_counted_as_skipped() {
        Failing handler = new Failing();
        subscribe(events, wanted().retryPolicy(RetryPolicy.fixed(Duration.ofMinutes(10))), handler);
        List<String> ids = publish(7);
        await().atMost(Fixture.LONG).until(() -> status().waiting() == 7);
        handler.mend();

        subscriptions.seek("mover", StartFrom.after(ids.get(4)));

        await().atMost(Fixture.LONG).until(() -> status().counters().acked() == 2);
        assertThat(handler.received().ids().subList(7, 9)).containsExactlyElementsOf(ids.subList(5, 7));
        assertThat(handler.received().deliveries().subList(7, 9))
                .extracting(Delivery::attempt)
                .containsOnly(1);
        assertThat(status().counters().skipped()).isEqualTo(7);
        awaitAtRest(2);
    }

    @Test
    void the_dry_run_says_what_will_be_delivered_and_changes_nothing() {
        Received received = new Received();
        BroadcastWorker worker = subscribe(events, WorkerOptions.of("mover", "n.*.even", "!n.2.*"), received);
        List<String> ids = publish(1_501);
        await().atMost(Fixture.LONG).until(() -> received.count() == 750);
        awaitAtRest(750);
        worker.pause();
        SubscriptionStatus before = status();

        long all = subscriptions.countAfter("mover", StartFrom.earliest());
        long some = subscriptions.countAfter("mover", StartFrom.after(ids.get(999)));

        assertThat(status())
                .usingRecursiveComparison()
                .ignoringFields("oldestUnreadAge")
                .isEqualTo(before);
        assertThat(all).isEqualTo(750);
        assertThat(some).isEqualTo(251);
        subscriptions.seek("mover", StartFrom.after(ids.get(999)));
        worker.resume();
        awaitAtRest(750 + some);
        assertThat(received.count()).isEqualTo(750 + 251);
        assertThat(subscriptions.countAfter("nobody", StartFrom.earliest())).isEqualTo(-1);
        assertThat(subscriptions.seek("nobody", StartFrom.earliest())).isFalse();
        assertThat(subscriptions.describe("nobody")).isNull();
    }

    @Test
    void what_has_expired_is_neither_counted_nor_delivered() {
        Received received = new Received();
        BroadcastWorker worker = subscribe(events, wanted(), received);
        events.publish(Message.of("n.short", "x").withTimeToLive(Duration.ofMillis(1)));
        events.publish(Message.of("n.long", "x").withTimeToLive(Duration.ofHours(1)));
        await().atMost(Fixture.LONG)
                .until(() -> status().counters().acked() + status().counters().expired() == 2);
        int before = received.count();
        worker.pause();

        assertThat(subscriptions.countAfter("mover", StartFrom.earliest())).isEqualTo(1);
        subscriptions.seek("mover", StartFrom.earliest());
        worker.resume();

        await().atMost(Fixture.LONG).until(() -> received.count() == before + 1 && status().backlog() == 0);
        assertThat(received.deliveries().get(before).subject()).isEqualTo("n.long");
    }

    @Test
    void while_publishing_goes_on_there_is_no_gap_and_no_double_after_the_seek() throws Exception {
        Received received = new Received();
        subscribe(events, wanted(), received);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> publisher = CompletableFuture.runAsync(() -> {
            for (Broadcast own = fixture.relay().broadcast("events"); !stop.get(); ) {
                own.publish("n.1", "x");
            }
        });
        await().atMost(Fixture.LONG).until(() -> received.count() > 1_000);

        assertThat(subscriptions.seek("mover", StartFrom.earliest())).isTrue();
        String newest = fixture.redis().hget(fixture.key("subs"), "mover").split(" ")[5];
        await().atMost(Fixture.LONG).until(() -> received.deliveries().stream().anyMatch(Delivery::replayed));
        int copied = received.count();
        await().atMost(Fixture.LONG).until(() -> !status().copying() && received.count() > copied + 1_500);
        stop.set(true);
        publisher.get();
        await().atMost(Fixture.LONG).until(() -> status().backlog() == 0);

        List<String> log = idsOfLog();
        int upTo = log.indexOf(newest) + 1;
        int begin = firstReplayed(received.deliveries());
        List<Delivery> after = received.deliveries().subList(begin, received.count());
        assertThat(after).extracting(Delivery::id).containsExactlyElementsOf(log);
        assertThat(after.subList(0, upTo)).allMatch(Delivery::replayed);
        assertThat(after.subList(upTo, after.size())).noneMatch(Delivery::replayed);
    }

    private static int firstReplayed(List<Delivery> deliveries) {
        return IntStream.range(0, deliveries.size())
                .filter(n -> deliveries.get(n).replayed())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void two_processes_that_work_go_on_from_the_new_position_without_a_restart() {
        Received here = new Received();
        Received there = new Received();
        WorkerOptions.Builder options =
                wanted().concurrency(4).lockDuration(Duration.ofSeconds(3)).stalledInterval(Duration.ofSeconds(1));
        BroadcastWorker one = subscribe(events, options, here);
        BroadcastWorker two = subscribe(fixture.relay().broadcast("events"), options, there);
        List<String> ids = publish(3_000);
        await().atMost(Fixture.LONG).until(() -> here.count() + there.count() > 500);

        fixture.relay().broadcast("events").subscriptions().seek("mover", StartFrom.earliest());
        await().atMost(Fixture.LONG).until(() -> replayed(here, there).count() >= 3_000);
        await().atMost(Fixture.LONG).until(() -> status().backlog() == 0);
        int before = here.count() + there.count();
        List<String> later = publish(500);
        await().atMost(Fixture.LONG).until(() -> here.count() + there.count() == before + 500);

        assertThat(replayed(here, there).map(Delivery::id)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(Stream.concat(here.ids().stream(), there.ids().stream())).containsAll(later);
        assertThat(List.of(one.state(), two.state())).containsOnly(BroadcastWorker.State.RUNNING);
        assertThat(status().counters().stalled() + status().dead()).isZero();
    }

    @Test
    void a_process_that_has_not_heard_of_the_move_reads_nothing_of_what_comes_after_it() {
        Received here = new Received();
        Received there = new Received();
        WorkerOptions.Builder options =
                wanted().lockDuration(Duration.ofSeconds(3)).stalledInterval(Duration.ofMinutes(10));
        subscribe(events, options, here);
        subscribe(fixture.relay().broadcast("events"), options, there);
        List<String> ids = publish(2_000);
        await().atMost(Fixture.LONG).until(() -> here.count() > 300 && there.count() > 300);

        Broadcast third = fixture.relay().broadcast("events");
        third.subscriptions().seek("mover", StartFrom.earliest());
        await().atMost(Fixture.LONG).until(() -> replayed(here, there).count() >= 2_000 && status().backlog() == 0);
        int before = here.count() + there.count();
        third.subscriptions().seek("mover", StartFrom.latest());
        List<String> later = publish(500);
        await().atMost(Fixture.LONG)
                .until(() -> here.count() + there.count() >= before + 500 && status().backlog() == 0);

        assertThat(replayed(here, there).map(Delivery::id)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(Stream.concat(here.ids().stream(), there.ids().stream()))
                .containsAll(later)
                .hasSize(before + 500);
        for (Received one : List.of(here, there)) {
            List<String> again = one.deliveries().stream()
                    .filter(Delivery::replayed)
                    .map(Delivery::id)
                    .toList();
            assertThat(again).isEqualTo(ids.stream().filter(again::contains).toList());
        }
        assertThat(status().counters().stalled() + status().dead()).isZero();
    }

    private static Stream<Delivery> replayed(Received one, Received two) {
        return Stream.concat(one.deliveries().stream(), two.deliveries().stream())
                .filter(Delivery::replayed);
    }

    private static WorkerOptions.Builder wanted() {
        return WorkerOptions.of("mover", "n.>");
    }

    private static BroadcastWorker subscribe(
            Broadcast broadcast, WorkerOptions.Builder options, MessageHandler handler) {
        BroadcastWorker worker = broadcast.subscribe(options.build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    private List<String> publish(int count) {
        return events
                .publishAll(IntStream.range(0, count)
                        .mapToObj(n -> Message.of("n." + n + (n % 2 == 0 ? ".even" : ".odd"), "x"))
                        .toList())
                .stream()
                .map(PublishResult::id)
                .toList();
    }

    private List<String> idsOfLog() {
        return fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                .map(StreamMessage::getId)
                .toList();
    }

    private void awaitAtRest(long acked) {
        await().atMost(Fixture.LONG)
                .until(() -> status().backlog() == 0 && status().counters().acked() >= acked);
        assertThat(status().counters().acked()).isEqualTo(acked);
    }

    private SubscriptionStatus status() {
        return requireNonNull(subscriptions.describe("mover"));
    }
}
