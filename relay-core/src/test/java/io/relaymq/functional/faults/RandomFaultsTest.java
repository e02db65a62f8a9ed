package io.relaymq.functional.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisException;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.RelayException;
import io.relaymq.RetryPolicy;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.AppendFsync;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes, three subscriptions, handlers that fail now and then, and one fault after the other. */
class RandomFaultsTest {

    private static final long SEED = Long.getLong("relay.faults.seed", 1);
    private static final Duration STORM = Duration.ofSeconds(Integer.getInteger("relay.faults.seconds", 12));
    private static final Duration DRAIN = Duration.ofSeconds(40);
    private static final List<String> SUBSCRIPTIONS = List.of("a", "b", "c");

    final Random random = new Random(SEED);
    final RedisProcess server =
            RedisProcess.builder().appendOnly(AppendFsync.ALWAYS).start();
    final Fixture fixture = new Fixture(server);
    final List<FaultyLink> links = List.of(FaultyLink.to(server), FaultyLink.to(server));
    final List<Relay> relays = links.stream()
            .map(link -> fixture.relay(
                    fixture.newClient(link.uri()), options -> options.withCommandTimeout(Duration.ofSeconds(1))))
            .toList();
    final Map<String, Set<String>> handled = new ConcurrentHashMap<>();
    final Queue<String> stored = new ConcurrentLinkedQueue<>();
    final Set<String> keysInUse = ConcurrentHashMap.newKeySet();
    final Queue<String> together = new ConcurrentLinkedQueue<>();
    final Queue<RuntimeException> unexpected = new ConcurrentLinkedQueue<>();
    volatile boolean over;

    @AfterEach
    void close() {
        over = true;
        fixture.close();
        links.forEach(FaultyLink::close);
        server.close();
    }

    @Test
    void through_any_faults_every_stored_message_reaches_every_subscription_and_nothing_is_left_over()
            throws Exception {
        SUBSCRIPTIONS.forEach(name -> handled.put(name, ConcurrentHashMap.newKeySet()));
        relays.forEach(relay -> SUBSCRIPTIONS.forEach(name -> subscribe(relay, name)));
        relays.forEach(relay -> relay.workers()
                .forEach(one -> assertThat(one.awaitReady(Fixture.LONG)).isTrue()));
        List<Thread> publishers = IntStream.range(0, 4)
                .mapToObj(n -> new Thread(() -> publish(relays.get(n % 2), n), "publisher-" + n))
                .toList();
        publishers.forEach(Thread::start);
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            long end = System.nanoTime() + STORM.toNanos();
            while (end - System.nanoTime() > 0) {
                pause(100, 400);
                strike();
            }
            over = true;
            for (Thread publisher : publishers) {
                publisher.join();
            }

            for (String name : SUBSCRIPTIONS) {
                await(name + ", seed " + SEED).atMost(DRAIN).untilAsserted(() -> {
                    Set<String> missing = new HashSet<>(stored);
                    missing.removeAll(handled.get(name));
                    assertThat(missing).isEmpty();
                });
                await(name + ", seed " + SEED)
                        .atMost(DRAIN)
                        .untilAsserted(() -> assertThat(status(name)).satisfies(status -> {
                            assertThat(status.backlog()).isZero();
                            assertThat(status.dead()).isZero();
                            assertThat(status.consumers()).hasSize(2);
                        }));
                assertThat(fixture.redis().exists(fixture.key("wait:" + name), fixture.key("taken:" + name)))
                        .isZero();
            }
            assertThat(stored).hasSizeGreaterThan(1_000);
            assertThat(unexpected).isEmpty();
            assertThat(together).isEmpty();
            assertThat(trouble.errors()).isEmpty();
        }
    }

    private void strike() {
        try {
            int fault = random.nextInt(12);
            FaultyLink link = links.get(random.nextInt(2));
            String inbox = fixture.key("inbox:" + SUBSCRIPTIONS.get(random.nextInt(3)));
            switch (fault) {
                case 0, 1 -> link.cut();
                case 2 -> links.forEach(FaultyLink::cut);
                case 3 -> fixture.redis().scriptFlush();
                case 4 -> fixture.redis().xgroupDestroy(inbox, "relay");
                case 5 -> fixture.redis().del(inbox);
                case 6 ->
                    fixture.redis().clientKill(KillArgs.Builder.typeNormal().skipme());
                case 7 -> {
                    server.suspend();
                    pause(100, 1_600);
                    server.resume();
                }
                case 8 -> server.restart();
                case 9 -> {
                    server.kill();
                    server.start();
                }
                case 10 -> {
                    links.get(0).pause();
                    pause(100, 2_500);
                    links.get(0).resume();
                }
                default -> restartWorker();
            }
        } catch (RedisException e) {
            // the plain connection was hit too: the next fault will do
        }
    }

    private void restartWorker() {
        Relay relay = relays.get(random.nextInt(2));
        BroadcastWorker worker = relay.workers().get(random.nextInt(3));
        if (random.nextBoolean()) {
            worker.pause();
            worker.resume();
        } else {
            worker.close(Duration.ofSeconds(1));
            subscribe(relay, worker.subscription());
        }
    }

    private void subscribe(Relay relay, String name) {
        WorkerOptions options = WorkerOptions.of(name, "n.>")
                .concurrency(3)
                .maxAttempts(100)
                .maxStalledCount(100)
                .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(50)))
                .lockDuration(Duration.ofSeconds(1))
                .stalledInterval(Duration.ofMillis(300))
                .build();
        relay.broadcast("events").subscribe(options, delivery -> {
            String key = relays.indexOf(relay) + name + delivery.orderingKey();
            boolean alone = delivery.orderingKey() == null || keysInUse.add(key);
            if (!alone) {
                together.add(key);
            }
            Thread.yield();
            try {
                handle(name, delivery);
            } finally {
                keysInUse.remove(key);
            }
        });
    }

    private void handle(String name, Delivery delivery) {
        if (delivery.attempt() == 1 && delivery.id().hashCode() % 10 == 0) {
            throw new IllegalStateException("now and then");
        }
        handled.get(name).add(delivery.id());
    }

    private void publish(Relay relay, int publisher) {
        Broadcast events = relay.broadcast("events");
        Message message = Message.of("n." + publisher, "x");
        for (int n = 0; !over; n++) {
            try {
                stored.add(events.publish(message.withOrderingKey(n % 2 == 0 ? null : "k" + n % 5))
                        .id());
            } catch (RelayException e) {
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            } catch (RuntimeException e) {
                unexpected.add(e);
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    private void pause(int leastMillis, int mostMillis) {
        LockSupport.parkNanos(
                Duration.ofMillis(random.nextInt(leastMillis, mostMillis)).toNanos());
    }

    private SubscriptionStatus status(String name) {
        return requireNonNull(relays.get(0).broadcast("events").subscriptions().describe(name));
    }
}
