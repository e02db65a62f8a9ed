package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.Relay;
import io.relaymq.RelayUnavailableException;
import io.relaymq.WorkerOptions;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A thread that publishes without end, and three subscriptions that receive: all of it, all of it, and half of it. */
final class Load implements AutoCloseable {

    /** A publish that returned an id. */
    record Published(String id, boolean even, long began) {}

    private static final Duration PAUSE = Duration.ofMillis(1);

    final Relay relay;
    final List<Received> received = List.of(new Received(), new Received(), new Received());
    final List<BroadcastWorker> workers = new ArrayList<>();
    final Queue<Published> published = new ConcurrentLinkedQueue<>();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger unknown = new AtomicInteger();
    final Queue<RuntimeException> unexpected = new ConcurrentLinkedQueue<>();
    private final Thread publisher = new Thread(this::publish, "load");
    private volatile boolean stop;

    Load(Relay relay) {
        this.relay = relay;
        List<String> patterns = List.of("load.>", "#", "load.*.even");
        for (int i = 0; i < patterns.size(); i++) {
            WorkerOptions options = WorkerOptions.of("sub" + i, patterns.get(i))
                    .concurrency(4)
                    .lockDuration(Duration.ofSeconds(3))
                    .stalledInterval(Duration.ofMillis(500))
                    .build();
            workers.add(relay.broadcast("events").subscribe(options, received.get(i)));
        }
        workers.forEach(worker -> assertThat(worker.awaitReady(Fixture.LONG)).isTrue());
        publisher.start();
        awaitFlowSince(System.nanoTime(), Fixture.LONG);
    }

    private void publish() {
        Broadcast events = relay.broadcast("events");
        for (int n = 0; !stop; n++) {
            boolean even = n % 2 == 0;
            long began = System.nanoTime();
            try {
                String id = events.publish("load." + n + (even ? ".even" : ".odd"), "x")
                        .id();
                published.add(new Published(id, even, began));
            } catch (PublishOutcomeUnknownException e) {
                unknown.incrementAndGet();
            } catch (RelayUnavailableException e) {
                refused.incrementAndGet();
            } catch (RuntimeException e) {
                unexpected.add(e);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Waits until each subscription has received something that was published after that moment. */
    void awaitFlowSince(long moment, Duration atMost) {
        await().atMost(atMost).until(() -> {
            Set<String> later = new HashSet<>(idsSince(moment, 0));
            later.retainAll(idsSince(moment, 2));
            return received.stream().allMatch(one -> one.ids().stream().anyMatch(later::contains));
        });
    }

    void stop() throws InterruptedException {
        stop = true;
        publisher.join();
    }

    /** Waits until everything whose publish began after that moment and returned an id is received by all it is for. */
    void awaitAllSince(long moment) {
        for (int i = 0; i < received.size(); i++) {
            Set<String> missing = new TreeSet<>(idsSince(moment, i));
            Received one = received.get(i);
            await("subscription " + i).atMost(Fixture.LONG).untilAsserted(() -> {
                missing.removeAll(one.timesById().keySet());
                assertThat(missing).isEmpty();
            });
        }
    }

    private List<String> idsSince(long moment, int subscription) {
        return published.stream()
                .filter(one -> one.began() - moment >= 0 && (subscription < 2 || one.even()))
                .map(Published::id)
                .toList();
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}
