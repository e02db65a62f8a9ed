package io.relaymq.boot.autoconfigure;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.relaymq.spring.RelayConfigurationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The application's own client, with whatever address, credentials and certificates it has. */
final class NativeClient implements Supplier<RedisClient> {

    private final LettuceConnectionFactory factory;

    private NativeClient(LettuceConnectionFactory factory) {
        this.factory = factory;
    }

    /** Refuses what can never work; asks no server. */
    static NativeClient of(RedisConnectionFactory factory, @Nullable DataRedisConnectionDetails details) {
        if (!(factory instanceof LettuceConnectionFactory lettuce)) {
            throw new RelayConfigurationException(
                    "Relay needs Lettuce, but the application's Redis connection factory is a "
                            + factory.getClass().getName() + ".",
                    "Put io.lettuce:lettuce-core on the class path and set spring.data.redis.client-type=lettuce, or"
                            + " define a LettuceConnectionFactory. To run without Relay, set relay.enabled=false.",
                    null);
        }
        if (lettuce.isClusterAware()) {
            throw notSupported("a cluster");
        }
        if (details != null && details.getMasterReplica() != null) {
            throw notSupported("a static master/replica set");
        }
        return new NativeClient(lettuce);
    }

    /** Asked at each connect: the factory makes a new client each time it starts. */
    @Override
    public RedisClient get() {
        AbstractRedisClient client = factory.getRequiredNativeClient();
        if (client instanceof RedisClient standalone) {
            return standalone;
        }
        throw notSupported("a cluster");
    }

    private static RelayConfigurationException notSupported(String what) {
        return new RelayConfigurationException(
                "The application's Redis connection is to " + what + ", which Relay does not support yet.",
                "Use a standalone server or Sentinel for Relay. To run without Relay, set relay.enabled=false.",
                null);
    }
}
