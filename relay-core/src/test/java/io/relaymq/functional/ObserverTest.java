package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.MessageHandler;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.WorkerChanged;
import io.relaymq.WorkerChanged.Change;
import io.relaymq.WorkerOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an observer is told. */
class ObserverTest {

    private static final class Told implements RelayObserver {

        final List<WorkerChanged> changes = new CopyOnWriteArrayList<>();
        final List<DeadLettered> dead = new CopyOnWriteArrayList<>();
        final List<DeliveriesStalled> stalled = new CopyOnWriteArrayList<>();
        final List<BroadcastTrimmed> trims = new CopyOnWriteArrayList<>();
        final List<String> reconnects = new CopyOnWriteArrayList<>();

        @Override
        public void trimmed(BroadcastTrimmed event) {
            trims.add(event);
        }

        @Override
        public void workerChanged(WorkerChanged event) {
            changes.add(event);
        }

        @Override
        public void deadLettered(DeadLettered event) {
            dead.add(event);
        }

        @Override
        public void stalled(DeliveriesStalled event) {
            stalled.add(event);
        }

        @Override
        public void reconnected() {
            reconnects.add("again");
        }

        List<Change> kinds() {
            return changes.stream().map(WorkerChanged::change).toList();
        }
    }

    private final Told told = new Told();
    private Fixture fixture;
    private FaultyLink link;

    @BeforeEach
    void open() {
        RedisProcess server = Servers.any();
        fixture = new Fixture(server);
        link = FaultyLink.to(server);
    }

    @AfterEach
    void close() {
        fixture.close();
        link.close();
    }

    @Test
    void an_observer_that_publishes_and_waits_holds_nobody_up_not_even_itself() {
        AtomicReference<@Nullable Relay> own = new AtomicReference<>();
        List<String> published = new CopyOnWriteArrayList<>();
        Relay relay = fixture.closing(RelayBuilder.forClient(fixture.client())
                .options(RelayOptions.defaults()
                        .withNamespace(fixture.namespace())
                        .withMaxMessages(1)
                        .withBroadcast("audit", BroadcastOptions.defaults()))
                .observer(new RelayObserver() {
                    @Override
                    public void trimmed(BroadcastTrimmed event) {
                        Relay mine = requireNonNull(own.get());
                        published.add(
                                mine.broadcast("audit").publish("trimmed", "x").id());
                    }
                })
                .build());
        own.set(relay);

        relay.broadcast("events").publish("a", "1");
        relay.broadcast("events").publish("a", "2");

        await().atMost(Duration.ofSeconds(4)).until(() -> published.size() == 1); // the command timeout is 5 s
    }

    @Test
    void an_observer_that_does_not_return_loses_events_and_no_memory() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();
        Relay relay = fixture.closing(RelayBuilder.forClient(fixture.client())
                .options(RelayOptions.defaults()
                        .withNamespace(fixture.namespace())
                        .withMaxMessages(1))
                .observer(new RelayObserver() {
                    @Override
                    public void trimmed(BroadcastTrimmed event) {
                        try {
                            gate.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        seen.incrementAndGet();
                    }
                })
                .build());
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            Broadcast events = relay.broadcast("events");
            for (int n = 0; n < 10_102; n++) {
                events.publish("a", "x"); // one at a time: those that share a call share its event
            }
            gate.countDown();

            await().atMost(Fixture.LONG).until(() -> seen.get() == 10_001);
            assertThat(trouble.warnings()).singleElement().asString().contains("100 events were not told");
        }
    }

    private Relay observed() {
        return fixture.closing(RelayBuilder.forClient(fixture.newClient(link.uri()))
                .options(RelayOptions.defaults().withNamespace(fixture.namespace()))
                .observer(told)
                .build());
    }

    private BroadcastWorker subscribe(Relay relay, MessageHandler handler) {
        BroadcastWorker worker = relay.broadcast("events")
                .subscribe(
                        WorkerOptions.of("billing", "a")
                                .lockDuration(Duration.ofSeconds(1))
                                .stalledInterval(Duration.ofMillis(300))
                                .build(),
                        handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }

    @Test
    void a_worker_starts_fails_recovers_is_paused_resumed_and_stopped_each_told_once_and_in_order() {
        BroadcastWorker worker = subscribe(observed(), delivery -> {});
        await().until(() -> told.kinds().equals(List.of(Change.STARTED)));
        link.refuse();
        link.cut();
        await().until(() -> told.changes.size() == 2);
        link.pass();
        await().until(() -> told.changes.size() == 3);
        worker.pause();
        worker.pause();
        worker.resume();
        worker.close();
        worker.close();

        await().until(() -> told.changes.size() == 6);
        assertThat(told.kinds())
                .containsExactly(
                        Change.STARTED, Change.FAILED, Change.RECOVERED, Change.PAUSED, Change.RESUMED, Change.STOPPED);
        assertThat(told.changes).allSatisfy(change -> {
            assertThat(change.broadcast()).isEqualTo("events");
            assertThat(change.subscription()).isEqualTo("billing");
            assertThat(change.problem() != null).isEqualTo(change.change() == Change.FAILED);
        });
        assertThat(told.reconnects).isNotEmpty();
    }

    @Test
    void a_pause_for_all_processes_is_told_as_well() {
        Relay relay = observed();
        subscribe(relay, delivery -> {});

        relay.broadcast("events").subscriptions().pause("billing");
        await().until(() -> told.kinds().contains(Change.PAUSED));
        relay.broadcast("events").subscriptions().resume("billing");

        await().until(() -> told.kinds().contains(Change.RESUMED));
    }

    @Test
    void a_dead_letter_is_told_with_its_failure() {
        Relay relay = observed();
        RejectMessageException failure = new RejectMessageException("on purpose");
        subscribe(relay, delivery -> {
            throw failure;
        });

        String id = relay.broadcast("events").publish("a", 1).id();

        await().until(() -> !told.dead.isEmpty());
        assertThat(told.dead).containsExactly(new DeadLettered("events", "billing", id, "a", 1, failure));
    }

    @Test
    void each_trim_is_told_with_those_that_lost_an_unread_copy_by_it_and_none_while_all_fits() {
        Broadcast events = fixture.closing(RelayBuilder.forClient(fixture.client())
                        .options(RelayOptions.defaults()
                                .withNamespace(fixture.namespace())
                                .withMaxMessages(2))
                        .observer(told)
                        .build())
                .broadcast("events");
        events.subscriptions().create("early", List.of(), StartFrom.latest());
        events.publish("a", 1);
        events.publish("a", 2);
        events.subscriptions().create("late", List.of(), StartFrom.latest());

        for (int n = 3; n <= 5; n++) {
            events.publish("a", n);
        }

        await().atMost(Fixture.LONG).until(() -> told.trims.size() == 3);
        assertThat(told.trims)
                .containsExactly(
                        new BroadcastTrimmed("events", 1, Map.of("early", 1L)),
                        new BroadcastTrimmed("events", 1, Map.of("early", 1L)),
                        new BroadcastTrimmed("events", 1, Map.of("early", 1L, "late", 1L)));
    }

    @Test
    void deliveries_of_a_consumer_that_is_not_heard_of_are_told_by_the_process_that_finds_them() throws Exception {
        FaultyLink ofTheOther = FaultyLink.to(Servers.any());
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Relay other = fixture.relay(fixture.newClient(ofTheOther.uri()));
        subscribe(other, delivery -> {
            runs.countDown();
            end.await();
        });
        other.broadcast("events").publish("a", 1);
        runs.await();
        ofTheOther.refuse();
        ofTheOther.cut();

        subscribe(observed(), delivery -> {});

        await().atMost(Fixture.LONG).until(() -> !told.stalled.isEmpty());
        end.countDown();
        assertThat(told.stalled.get(0).subscription()).isEqualTo("billing");
        assertThat(told.stalled.get(0).dueAgain()).isEqualTo(1);
        ofTheOther.close();
    }
}
