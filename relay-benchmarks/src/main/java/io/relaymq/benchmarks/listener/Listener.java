package io.relaymq.benchmarks.listener;

import io.lettuce.core.RedisClient;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.bootstrap.RelayBuilder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The program: one worker that only counts. It says {@code ready} when it has joined, and {@code done} with the seconds from its first
 * message to its last one when it has got as many as it was told.
 */
final class Listener {

    private final long expected;
    private final AtomicLong received = new AtomicLong();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long firstNanos;
    private volatile long lastNanos;

    private Listener(long expected) {
        this.expected = expected;
    }

    /** Arguments: address, broadcast, subscription, concurrency, number of messages. */
    public static void main(String[] arguments) throws InterruptedException {
        RedisClient client = RedisClient.create(arguments[0]);
        Listener listener = new Listener(Long.parseLong(arguments[4]));
        WorkerOptions options = WorkerOptions.of(arguments[2], ">")
                .concurrency(Integer.parseInt(arguments[3]))
                .build();
        try (Relay relay = RelayBuilder.forClient(client)
                        .options(RelayOptions.defaults().withMaxMessages(Work.NO_CAP))
                        .build();
                BroadcastWorker worker =
                        relay.broadcast(arguments[1]).subscribe(options, delivery -> listener.received())) {
            if (!worker.awaitReady(Duration.ofSeconds(30))) {
                throw new IllegalStateException("Not joined: " + worker.status());
            }
            System.out.println("ready");
            listener.done.await();
            System.out.println("done " + (listener.lastNanos - listener.firstNanos) / 1e9);
        }
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }

    private void received() {
        long number = received.incrementAndGet();
        if (number == 1) {
            firstNanos = System.nanoTime();
        }
        if (number == expected) {
            lastNanos = System.nanoTime();
            done.countDown();
        }
    }
}
