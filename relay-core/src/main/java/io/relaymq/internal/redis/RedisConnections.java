package io.relaymq.internal.redis;

import io.lettuce.core.RedisClient;
import io.relaymq.RelayOptions;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Connections;
import io.relaymq.internal.store.InboxReader;
import io.relaymq.internal.store.SubscriptionStore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The connections of one Relay to a standalone server: one shared, and one for each blocking read. For internal use. */
public final class RedisConnections implements Connections {

    private final RelayOptions options;
    private final Connector connector;
    private final SharedLink shared;
    private final AtomicInteger readers = new AtomicInteger();

    /** Begins to connect in the background. */
    public RedisConnections(Supplier<RedisClient> client, RelayOptions options) {
        this.options = options;
        this.connector = new Connector(client);
        this.shared = new SharedLink(connector, options.commandTimeout());
    }

    @Override
    public BroadcastStore broadcast(String name) {
        return new RedisBroadcastStore(options.namespace(), name, options.broadcast(name), shared);
    }

    @Override
    public SubscriptionStore subscriptions(String broadcast) {
        return new RedisSubscriptionStore(options.namespace(), broadcast, options.broadcast(broadcast), shared);
    }

    @Override
    public InboxReader newReader(String process) {
        String name = Nudge.readerName(readers.incrementAndGet(), process);
        return new RedisInboxReader(options.namespace(), name, connector, shared);
    }

    @Override
    public boolean isConnected() {
        return shared.isConnected();
    }

    @Override
    public void close() {
        shared.close();
    }
}
