package io.relaymq.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.Range;
import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.NoSubscribersException;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.RelayUnavailableException;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.FaultyLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

    final Fixture fixture = new Fixture(Servers.any());
    final Broadcast events = fixture.relay().broadcast("events");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_key_that_comes_again_stores_nothing_and_tells_what_the_first_one_did() {
        Received received = new Received();
        assertThat(events.subscribe(WorkerOptions.of("all", ">").build(), received)
                        .awaitReady(Fixture.LONG))
                .isTrue();

        PublishResult first = events.publish(Message.of("a", "1").withIdempotencyKey("k 1\nx"));
        PublishResult again = events.publish(Message.of("b", "2").withIdempotencyKey("k 1\nx"));
        List<PublishResult> batch = events.publishAll(List.of(
                Message.of("a", "3").withIdempotencyKey("two"),
                Message.of("a", "4").withIdempotencyKey("two").withTimeToLive(Duration.ofHours(1)),
                Message.of("a", "5"),
                Message.of("a", "6").withIdempotencyKey("k 1\nx")));

        assertThat(first.duplicate()).isFalse();
        assertThat(again.duplicate()).isTrue();
        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.subscriptions()).isEqualTo(first.subscriptions()).isEqualTo(1);
        assertThat(batch).extracting(PublishResult::duplicate).containsExactly(false, true, false, true);
        assertThat(batch.get(1).id()).isEqualTo(batch.get(0).id());
        assertThat(batch.get(3).id()).isEqualTo(first.id());
        await().atMost(Fixture.LONG).until(() -> received.count() == 3);
        assertThat(received.payloads()).containsExactly("1", "3", "5");
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(3);
    }

    @Test
    void a_key_that_comes_again_while_the_first_is_still_being_handled_is_handled_no_second_time() {
        Gate one = new Gate();
        Gate two = new Gate();
        assertThat(events.subscribe(WorkerOptions.of("one", ">").concurrency(2).build(), one)
                        .awaitReady(Fixture.LONG))
                .isTrue();
        assertThat(events.subscribe(WorkerOptions.of("two", ">").concurrency(2).build(), two)
                        .awaitReady(Fixture.LONG))
                .isTrue();
        PublishResult first = events.publish(Message.of("a", "1").withIdempotencyKey("same"));
        one.awaitEntered(1);
        two.awaitEntered(1);

        PublishResult again = events.publish(Message.of("a", "2").withIdempotencyKey("same"));
        PublishResult last = events.publish("a", "3");
        one.open();
        two.open();

        assertThat(again.duplicate()).isTrue();
        await().atMost(Fixture.LONG)
                .until(() -> one.received().count() == 2 && two.received().count() == 2);
        for (Gate gate : List.of(one, two)) {
            assertThat(gate.received().ids()).containsExactlyInAnyOrder(first.id(), last.id());
        }
    }

    @Test
    void one_key_from_two_processes_at_once_is_stored_once() {
        List<Broadcast> both = List.of(
                events, fixture.relay(fixture.newClient(Servers.any().uri())).broadcast("events"));
        List<CompletableFuture<PublishResult>> publishes = new ArrayList<>();
        for (int key = 0; key < 200; key++) {
            for (int time = 0; time < 4; time++) {
                Message message = Message.of("a", "x").withIdempotencyKey("key" + key);
                publishes.add(both.get(time % 2).publishAsync(message));
            }
        }

        List<PublishResult> results =
                publishes.stream().map(CompletableFuture::join).toList();

        assertThat(results).filteredOn(one -> !one.duplicate()).hasSize(200);
        for (int key = 0; key < 200; key++) {
            assertThat(results.subList(key * 4, key * 4 + 4))
                    .extracting(PublishResult::id)
                    .containsOnly(results.get(key * 4).id());
        }
        assertThat(results.stream().map(PublishResult::id).distinct()).hasSize(200);
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(200);
    }

    @Test
    void what_is_repeated_with_its_key_until_it_is_answered_is_stored_exactly_once() throws Exception {
        try (FaultyLink link = FaultyLink.to(Servers.any())) {
            Relay relay = fixture.relay(fixture.newClient(link.uri()));
            await().atMost(Fixture.LONG).until(relay::isConnected);
            link.latency(Duration.ofMillis(1));
            Queue<PublishResult> results = new ConcurrentLinkedQueue<>();
            Queue<String> unknown = new ConcurrentLinkedQueue<>();
            Thread cutter = new Thread(() -> cut(link), "cutter");
            List<Thread> publishers = IntStream.range(0, 4)
                    .mapToObj(p -> new Thread(() -> {
                        for (int n = 0; cutter.isAlive(); n++) {
                            results.add(publishUntilKnown(relay.broadcast("events"), p + "-" + n, unknown));
                        }
                    }))
                    .toList();

            cutter.start();
            publishers.forEach(Thread::start);
            for (Thread publisher : publishers) {
                publisher.join();
            }

            List<String> stored = fixture.redis().xrange(fixture.key("log"), Range.unbounded()).stream()
                    .map(entry -> entry.getId())
                    .toList();
            assertThat(results.stream().map(PublishResult::id)).containsExactlyInAnyOrderElementsOf(stored);
            assertThat(unknown).isNotEmpty();
            assertThat(results).filteredOn(PublishResult::duplicate).isNotEmpty();
        }
    }

    @Test
    void after_the_window_a_key_is_a_new_one() {
        Broadcast forgetful = fixture.relay(options -> options.withIdempotencyWindow(Duration.ofMillis(200)))
                .broadcast("events");
        Message message = Message.of("a", "x").withIdempotencyKey("k");

        PublishResult first = forgetful.publish(message);
        assertThat(forgetful.publish(message.withIdempotencyKey("other")).duplicate())
                .isFalse();
        await().atMost(Fixture.LONG).until(() -> fixture.redis().exists(fixture.key("dedup:k")) == 0);
        PublishResult later = forgetful.publish(message);

        assertThat(later.duplicate()).isFalse();
        assertThat(later.id()).isNotEqualTo(first.id());
        assertThat(fixture.redis().xlen(fixture.key("log"))).isEqualTo(3);
    }

    @Test
    void a_message_that_requires_subscribers_is_refused_whole_with_its_call_if_none_matches() {
        events.subscriptions().create("orders", List.of("orders.>", "!orders.secret"), StartFrom.latest());

        assertThatThrownBy(() -> events.publish(Message.of("other", "x").requiringSubscribers()))
                .isInstanceOf(NoSubscribersException.class)
                .hasMessageContaining("other");
        assertThatThrownBy(() -> events.publish(Message.of("orders.secret", "x").requiringSubscribers()))
                .isInstanceOf(NoSubscribersException.class);
        assertThatThrownBy(() -> events.publishAll(List.of(
                        Message.of("orders.a", "x"),
                        Message.of("other", "x").withIdempotencyKey("k").requiringSubscribers())))
                .isInstanceOf(NoSubscribersException.class);
        assertThat(fixture.redis().exists(fixture.key("log"), fixture.key("dedup:k")))
                .isZero();

        Message wanted = Message.of("orders.a", "x").requiringSubscribers().withIdempotencyKey("k");
        assertThat(events.publish(wanted).subscriptions()).isEqualTo(1);
        assertThat(events.publish(wanted).duplicate()).isTrue();
        events.subscriptions().delete("orders");
        assertThatThrownBy(() -> events.publish(Message.of("orders.a", "x").requiringSubscribers()))
                .isInstanceOf(NoSubscribersException.class);
    }

    private static PublishResult publishUntilKnown(Broadcast broadcast, String key, Queue<String> unknown) {
        while (true) {
            try {
                return broadcast.publish(Message.of("n.x", key).withIdempotencyKey(key));
            } catch (PublishOutcomeUnknownException e) {
                unknown.add(key);
            } catch (RelayUnavailableException e) {
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
    }

    private static void cut(FaultyLink link) {
        Random random = new Random(1);
        for (int i = 0; i < 40; i++) {
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(40, 90)).toNanos());
            link.cut();
        }
    }
}
