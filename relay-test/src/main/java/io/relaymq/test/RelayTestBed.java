package io.relaymq.test;

import io.lettuce.core.RedisClient;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.SubscriptionStatus;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A real server for tests, one for all test beds of a JVM, and Relays in a namespace of this test bed's own, so that tests do not meet. Needs
 * a {@code redis-server} or {@code valkey-server} on the PATH, or {@code com.github.codemonstur:embedded-redis} on the class path. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (RelayTestBed bed = new RelayTestBed()) {
 *     Relay relay = bed.relay();
 *     relay.broadcast("events").subscribe(WorkerOptions.of("billing", "orders.*").build(), delivery -> ...);
 *     relay.broadcast("events").publish("orders.42", order);
 *     bed.awaitSettled("events", "billing", Duration.ofSeconds(10));
 * }
 * }</pre>
 */
public final class RelayTestBed implements AutoCloseable {

    private static final long LOOK_MILLIS = 10;
    private static @Nullable RedisProcess server;

    private final RedisClient client = RedisClient.create(uri());
    private final String namespace = "test-" + UUID.randomUUID();
    private final List<Relay> relays = new ArrayList<>();

    /** The server's address; starts it if this is the first test bed. It ends with the JVM. */
    public static synchronized String uri() {
        if (server == null) {
            server = RedisProcess.builder().start();
        }
        return server.uri();
    }

    /** A Relay with the defaults, in this test bed's namespace. A second one stands for a second process. */
    public Relay relay() {
        return relay(RelayOptions.defaults());
    }

    /** A Relay with these options, but in this test bed's namespace. */
    public Relay relay(RelayOptions options) {
        Relay relay = RelayBuilder.forClient(client)
                .options(options.withNamespace(namespace))
                .build();
        relays.add(relay);
        return relay;
    }

    /**
     * Waits until a subscription has settled everything that was published to it.
     *
     * @throws AssertionError if the time is over before, with where the subscription stands
     * @throws IllegalStateException if {@link #relay()} was not called before
     */
    public void awaitSettled(String broadcast, String subscription, Duration timeout) {
        if (relays.isEmpty()) {
            throw new IllegalStateException("There is no Relay yet: call relay() first");
        }
        long end = System.nanoTime() + timeout.toNanos();
        SubscriptionStatus status = describe(broadcast, subscription);
        while (status == null || status.backlog() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Subscription '" + subscription + "' has not settled everything within "
                        + timeout + ": " + status);
            }
            pause();
            status = describe(broadcast, subscription);
        }
    }

    private @Nullable SubscriptionStatus describe(String broadcast, String subscription) {
        return relays.get(0).broadcast(broadcast).subscriptions().describe(subscription);
    }

    private static void pause() {
        try {
            var unused = new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }

    /** Closes its Relays. */
    @Override
    public void close() {
        relays.forEach(Relay::close);
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
