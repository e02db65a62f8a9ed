package io.relaymq.bootstrap;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.relaymq.JsonCodec;
import io.relaymq.PayloadCodec;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.internal.redis.RedisConnections;
import io.relaymq.internal.store.Connections;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Relay} on the application's own Lettuce client. Not thread-safe.
 *
 * <pre>{@code
 * Relay relay = RelayBuilder.forClient(RedisClient.create("redis://localhost")).build();
 * relay.broadcast("events").subscribe(WorkerOptions.of("billing", "orders.*").build(), delivery -> ...);
 * relay.broadcast("events").publish("orders.created", new Order(42));
 * }</pre>
 */
public final class RelayBuilder {

    private final BiFunction<RelayOptions, Runnable, Connections> connections;
    private RelayOptions options = RelayOptions.defaults();
    private @Nullable PayloadCodec codec;
    private RelayObserver observer = new RelayObserver() {};
    private @Nullable Executor handlerExecutor;

    private RelayBuilder(BiFunction<RelayOptions, Runnable, Connections> connections) {
        this.connections = connections;
    }

    /**
     * On a client that knows its server, or the Sentinels to ask for it; it is not shut down by {@link Relay#close()}. Its
     * {@code readFrom} does not matter: Relay talks to the primary.
     */
    public static RelayBuilder forClient(RedisClient client) {
        Objects.requireNonNull(client, "client");
        return forClient(() -> client);
    }

    /** As {@link #forClient(RedisClient)}, for an application whose client may be stopped and started: asked at each connect. */
    public static RelayBuilder forClient(Supplier<RedisClient> client) {
        Objects.requireNonNull(client, "client");
        return new RelayBuilder((options, reconnected) -> RedisConnections.direct(client, options, reconnected));
    }

    /**
     * On a client of a cluster; it is not shut down by {@link Relay#close()}. A broadcast lives in one slot: each has two
     * connections of its own, to the primary of that slot.
     */
    public static RelayBuilder forCluster(RedisClusterClient client) {
        Objects.requireNonNull(client, "client");
        return forCluster(() -> client);
    }

    /** As {@link #forCluster(RedisClusterClient)}, for an application whose client may be stopped and started. */
    public static RelayBuilder forCluster(Supplier<RedisClusterClient> client) {
        Objects.requireNonNull(client, "client");
        return new RelayBuilder((options, reconnected) -> RedisConnections.cluster(client, options, reconnected));
    }

    /** Default {@link RelayOptions#defaults()}. */
    public RelayBuilder options(RelayOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        return this;
    }

    /** Told of what happens; default nobody. */
    public RelayBuilder observer(RelayObserver observer) {
        this.observer = Objects.requireNonNull(observer, "observer");
        return this;
    }

    /** How payloads are encoded; default a {@link JsonCodec}. */
    public RelayBuilder codec(PayloadCodec codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
        return this;
    }

    /**
     * What runs handlers. It must not refuse tasks and must not run them on the calling thread; each worker gives it at most
     * its concurrency of tasks at a time. Default: threads named {@code relay-handler-n}, made as needed. It is not shut down
     * by {@link Relay#close()}.
     */
    public RelayBuilder handlerExecutor(Executor handlerExecutor) {
        this.handlerExecutor = Objects.requireNonNull(handlerExecutor, "handlerExecutor");
        return this;
    }

    /** Makes the Relay; begins to connect in the background and returns at once, whether or not Redis can be reached. */
    public Relay build() {
        PayloadCodec payloads = codec == null ? new JsonCodec() : codec;
        GuardedObserver guarded = new GuardedObserver(observer);
        return new DefaultRelay(
                connections.apply(options, guarded::reconnected), options, payloads, guarded, handlerExecutor);
    }
}
