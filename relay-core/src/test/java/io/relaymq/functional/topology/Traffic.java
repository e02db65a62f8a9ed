package io.relaymq.functional.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.RelayUnavailableException;
import io.relaymq.WorkerOptions;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A thread that publishes to a broadcast without end, and a subscription that receives it. */
final class Traffic implements AutoCloseable {

    /** What is taken to be replicated when nothing has failed for this long. */
    private static final Duration REPLICATED = Duration.ofMillis(500);

    private static final int SOME = 50;

    /** A publish that returned. */
    record Published(String id, long began) {}

    private final Broadcast broadcast;
    private final Received received = new Received();
    private final Queue<Published> published = new ConcurrentLinkedQueue<>();
    private final Queue<RuntimeException> unexpected = new ConcurrentLinkedQueue<>();
    private final Thread publisher = new Thread(this::publish, "traffic");
    final BroadcastWorker worker;
    private volatile boolean stop;

    Traffic(Broadcast broadcast) {
        this.broadcast = broadcast;
        WorkerOptions options = WorkerOptions.of("reader", ">")
                .concurrency(4)
                .lockDuration(Duration.ofSeconds(2))
                .stalledInterval(Duration.ofMillis(500))
                .build();
        worker = broadcast.subscribe(options, received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        publisher.start();
        awaitFlow();
    }

    private void publish() {
        while (!stop) {
            long began = System.nanoTime();
            try {
                published.add(new Published(broadcast.publish("n.x", "x").id(), began));
            } catch (PublishOutcomeUnknownException | RelayUnavailableException e) {
                assertThat(e).hasMessageContaining("stored");
            } catch (RuntimeException e) {
                unexpected.add(e);
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    /** Waits until a number of messages are received that are published from now on. */
    void awaitFlow() {
        long now = System.nanoTime();
        await().atMost(Fixture.LONG)
                .until(() -> idsBetween(now, Long.MAX_VALUE).stream()
                                .filter(received.timesById()::containsKey)
                                .count()
                        >= SOME);
    }

    /**
     * Ends, and waits until everything is received that was published without an error, but for what was published within a
     * moment before a failure of a primary: that one may not have been replicated.
     */
    void awaitAllBut(List<Long> failures) throws InterruptedException {
        close();
        Set<String> missing = new TreeSet<>(idsBetween(Long.MIN_VALUE, Long.MAX_VALUE));
        for (long failure : failures) {
            missing.removeAll(idsBetween(failure - REPLICATED.toNanos(), failure + REPLICATED.toNanos()));
        }
        assertThat(missing).hasSizeGreaterThanOrEqualTo(SOME);
        await().atMost(Fixture.LONG).untilAsserted(() -> {
            missing.removeAll(received.timesById().keySet());
            assertThat(missing).isEmpty();
        });
        assertThat(unexpected).isEmpty();
    }

    private List<String> idsBetween(long from, long to) {
        List<String> ids = new ArrayList<>();
        for (Published one : published) {
            if (one.began() >= from && one.began() <= to) {
                ids.add(one.id());
            }
        }
        return ids;
    }

    /** How often one was received more than once. */
    long duplicates() {
        return received.timesById().values().stream().filter(times -> times > 1).count();
    }

    @Override
    public void close() throws InterruptedException {
        stop = true;
        publisher.join();
    }
}
