package io.relaymq.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

/** Opens connections on the application's client, each with a name and a command timeout of its own. */
final class Connector {

    private final Supplier<RedisClient> client;

    /** @param client asked at each opening, because an application may stop and start its client */
    Connector(Supplier<RedisClient> client) {
        this.client = client;
    }

    /** Opens a connection; blocks until it stands or fails. */
    StatefulRedisConnection<byte[], byte[]> open(String name, Duration timeout) {
        StatefulRedisConnection<byte[], byte[]> connection = client.get().connect(ByteArrayCodec.INSTANCE);
        connection.setTimeout(timeout);
        connection.async().clientSetname(name.getBytes(StandardCharsets.UTF_8)); // may be forbidden: only a name
        return connection;
    }

    /**
     * How long a read may block: the application's client may cut every command at a fixed time, and a read that the
     * client gave up would hand entries to nobody.
     */
    Duration longestBlock(Duration wanted, Duration slack) {
        TimeoutOptions options = client.get().getOptions().getTimeoutOptions();
        if (!options.isTimeoutCommands() || options.isApplyConnectionTimeout()) {
            return wanted;
        }
        TimeoutOptions.TimeoutSource source = options.getSource();
        Duration fixed =
                Duration.of(source.getTimeout(null), source.getTimeUnit().toChronoUnit());
        if (fixed.isNegative() || fixed.isZero() || fixed.compareTo(wanted.plus(slack)) >= 0) {
            return wanted;
        }
        Duration longest = fixed.minus(slack);
        return longest.toMillis() > 0 ? longest : fixed.dividedBy(2);
    }
}
