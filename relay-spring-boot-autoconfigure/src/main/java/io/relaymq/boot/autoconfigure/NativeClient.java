package io.relaymq.boot.autoconfigure;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.spring.RelayConfigurationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The application's own client, with whatever addresses, credentials and certificates it has. It is asked for at each connect: the
 * factory makes a new one each time it starts.
 */
final class NativeClient {

    private NativeClient() {}

    /** A Relay on that client. Refuses what can never work; asks no server. */
    static RelayBuilder relayOn(RedisConnectionFactory factory, @Nullable DataRedisConnectionDetails details) {
        if (!(factory instanceof LettuceConnectionFactory lettuce)) {
            throw new RelayConfigurationException(
                    "Relay needs Lettuce, but the application's Redis connection factory is a "
                            + factory.getClass().getName() + ".",
                    "Put io.lettuce:lettuce-core on the class path and set spring.data.redis.client-type=lettuce, or"
                            + " define a LettuceConnectionFactory. To run without Relay, set relay.enabled=false.",
                    null);
        }
        if (details != null && details.getMasterReplica() != null) {
            throw new RelayConfigurationException(
                    "The application's Redis connection is to a static master/replica set, which does not tell who is in charge"
                            + " after a failover.",
                    "Use a standalone server, Sentinel or a cluster for Relay. To run without Relay, set relay.enabled=false.",
                    null);
        }
        return lettuce.isClusterAware()
                ? RelayBuilder.forCluster(clientOf(lettuce, RedisClusterClient.class))
                : RelayBuilder.forClient(clientOf(lettuce, RedisClient.class));
    }

    private static <C extends AbstractRedisClient> Supplier<C> clientOf(
            LettuceConnectionFactory factory, Class<C> type) {
        return () -> type.cast(factory.getRequiredNativeClient());
    }
}
