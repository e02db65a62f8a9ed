package io.relaymq.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.relaymq.RelayOptions;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Connections;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.InboxReader;
import io.relaymq.internal.store.LogStore;
import io.relaymq.internal.store.RetainedStore;
import io.relaymq.internal.store.SubscriptionStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one Relay. To a standalone server: one shared, and one for each blocking read, whatever the number of
 * broadcasts. To a cluster: the same for each broadcast, because each has a server of its own. For internal use.
 */
public final class RedisConnections implements Connections {

    private static final String EVERY = "";

    /** What the broadcasts of one server share. */
    private record Way(Connector connector, SharedLink shared) {}

    private final RelayOptions options;
    private final Function<String, String> server;
    private final Function<String, Connector> connectors;
    private final Runnable reconnected;
    private final Runnable whenClosed;
    private final Map<String, Way> ways = new ConcurrentHashMap<>();
    private final AtomicInteger readers = new AtomicInteger();

    /** Tells whether a cluster can be reached, until a broadcast is used; null from then on. */
    private final AtomicReference<@Nullable SharedLink> scout = new AtomicReference<>();

    private RedisConnections(
            RelayOptions options,
            Function<String, String> server,
            Function<String, Connector> connectors,
            Runnable reconnected,
            Runnable whenClosed) {
        this.options = options;
        this.server = server;
        this.connectors = connectors;
        this.reconnected = reconnected;
        this.whenClosed = whenClosed;
    }

    /**
     * To one server, or to the primary that Sentinel names. Begins to connect in the background.
     *
     * @param reconnected called when a shared connection stands again after it was lost; must not throw
     */
    public static RedisConnections direct(Supplier<RedisClient> client, RelayOptions options, Runnable reconnected) {
        Connector connector = new DirectConnector(client);
        RedisConnections connections =
                new RedisConnections(options, broadcast -> EVERY, broadcast -> connector, reconnected, () -> {});
        connections.way(EVERY);
        return connections;
    }

    /**
     * To a cluster. Connects, in the background, to the primary of each broadcast when that is first asked for, and to some primary
     * until one is.
     *
     * @param reconnected called when a shared connection stands again after it was lost; must not throw
     */
    public static RedisConnections cluster(
            Supplier<RedisClusterClient> client, RelayOptions options, Runnable reconnected) {
        ClusterNodes nodes = new ClusterNodes(client);
        RedisConnections connections = new RedisConnections(
                options,
                broadcast -> broadcast,
                broadcast -> nodes.of(new RedisKeys(options.namespace(), broadcast).prefix()),
                reconnected,
                nodes::close);
        connections.scout.set(new SharedLink(nodes.any(), options.commandTimeout(), () -> {}));
        return connections;
    }

    private Way way(String broadcast) {
        Way way = ways.computeIfAbsent(server.apply(broadcast), one -> {
            Connector connector = connectors.apply(one);
            return new Way(connector, new SharedLink(connector, options.commandTimeout(), reconnected));
        });
        recall();
        return way;
    }

    private void recall() {
        SharedLink last = scout.getAndSet(null);
        if (last != null) {
            last.close();
        }
    }

    @Override
    public BroadcastStore broadcast(String name) {
        return new RedisBroadcastStore(
                options.namespace(), name, options.broadcast(name), way(name).shared());
    }

    @Override
    public SubscriptionStore subscriptions(String broadcast) {
        return new RedisSubscriptionStore(
                options.namespace(),
                broadcast,
                options.broadcast(broadcast),
                way(broadcast).shared());
    }

    @Override
    public DelayedStore delayed(String broadcast) {
        return new RedisDelayedStore(
                options.namespace(),
                broadcast,
                options.broadcast(broadcast),
                way(broadcast).shared());
    }

    @Override
    public RetainedStore retained(String broadcast) {
        return new RedisRetainedStore(
                options.namespace(), broadcast, way(broadcast).shared());
    }

    @Override
    public LogStore log(String broadcast) {
        Way way = way(broadcast);
        return new RedisLogStore(options.namespace(), broadcast, way.connector(), way.shared());
    }

    @Override
    public String server(String broadcast) {
        return server.apply(broadcast);
    }

    @Override
    public InboxReader newReader(String server, String process) {
        Way way = way(server);
        String name = Nudge.readerName(readers.incrementAndGet(), process);
        return new RedisInboxReader(options.namespace(), name, way.connector(), way.shared());
    }

    @Override
    public boolean isConnected() {
        SharedLink before = scout.get();
        return before != null
                ? before.isConnected()
                : ways.values().stream().allMatch(way -> way.shared().isConnected());
    }

    @Override
    public List<String> warnings() {
        return ways.values().stream()
                .flatMap(way -> way.shared().warnings().stream())
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        recall();
        ways.values().forEach(way -> way.shared().close());
        whenClosed.run();
    }
}
