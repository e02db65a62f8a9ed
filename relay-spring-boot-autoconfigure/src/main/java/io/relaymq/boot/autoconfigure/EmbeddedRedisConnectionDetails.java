package io.relaymq.boot.autoconfigure;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/** Points Spring Data at the embedded server. */
record EmbeddedRedisConnectionDetails(EmbeddedRedis redis) implements DataRedisConnectionDetails {

    @Override
    public Standalone getStandalone() {
        return Standalone.of(redis.host(), redis.port());
    }
}
