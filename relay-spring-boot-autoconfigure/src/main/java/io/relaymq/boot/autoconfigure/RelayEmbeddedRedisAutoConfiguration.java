package io.relaymq.boot.autoconfigure;

import io.relaymq.embedded.RedisProcess;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration of a Redis server of our own, as a child process: if the embedded-redis library is on the class path and
 * the application has configured no Redis. As with an embedded database, it is meant for development and tests.
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@ConditionalOnClass(
        value = {RedisProcess.class, RedisConnectionFactory.class},
        name = "redis.embedded.RedisServer")
@ConditionalOnBooleanProperty(
        name = {"relay.enabled", "relay.embedded.enabled"},
        matchIfMissing = true)
@ConditionalOnMissingBean({DataRedisConnectionDetails.class, RedisConnectionFactory.class})
@Conditional(OnNoRedisConfigured.class)
public final class RelayEmbeddedRedisAutoConfiguration {

    /** Destroyed after the details and the connection factory that depend on it. */
    @Bean(destroyMethod = "close")
    EmbeddedRedis relayEmbeddedRedis() {
        return EmbeddedRedis.start();
    }

    @Bean
    EmbeddedRedisConnectionDetails relayEmbeddedRedisConnectionDetails(EmbeddedRedis redis) {
        return new EmbeddedRedisConnectionDetails(redis);
    }
}
