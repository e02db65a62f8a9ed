package io.relaymq.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.function.Supplier;

/** To the one server that the application's client knows: a standalone one, or the primary that Sentinel names at each opening. */
final class DirectConnector implements Connector {

    private final Supplier<RedisClient> client;

    /** @param client asked at each opening, because an application may stop and start its client */
    DirectConnector(Supplier<RedisClient> client) {
        this.client = client;
    }

    @Override
    public StatefulRedisConnection<byte[], byte[]> open(String name, Duration timeout) {
        return Connector.prepared(client.get().connect(ByteArrayCodec.INSTANCE), name, timeout);
    }

    @Override
    public ClientOptions options() {
        return client.get().getOptions();
    }
}
