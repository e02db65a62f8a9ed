package io.relaymq.bootstrap;

import io.lettuce.core.RedisClient;
import io.relaymq.JsonCodec;
import io.relaymq.PayloadCodec;
import io.relaymq.Relay;
import io.relaymq.RelayObserver;
import io.relaymq.RelayOptions;
import io.relaymq.internal.redis.RedisConnections;
import java.util.Objects;
import java.util.concurrent.Executor;
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

    private final Supplier<RedisClient> client;
    private RelayOptions options = RelayOptions.defaults();
    private @Nullable PayloadCodec codec;
    private RelayObserver observer = new RelayObserver() {};
    private @Nullable Executor handlerExecutor;

    private RelayBuilder(Supplier<RedisClient> client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /** On a client that knows its server; it is not shut down by {@link Relay#close()}. */
    public static RelayBuilder forClient(RedisClient client) {
        Objects.requireNonNull(client, "client");
        return new RelayBuilder(() -> client);
    }

    /** As {@link #forClient(RedisClient)}, for an application whose client may be stopped and started: asked at each connect. */
    public static RelayBuilder forClient(Supplier<RedisClient> client) {
        return new RelayBuilder(client);
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
        RedisConnections connections = new RedisConnections(client, options, guarded::reconnected);
        return new DefaultRelay(connections, options, payloads, guarded, handlerExecutor);
    }
}
