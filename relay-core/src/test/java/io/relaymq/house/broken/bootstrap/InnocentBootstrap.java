package io.relaymq.house.broken.bootstrap;

import io.lettuce.core.RedisClient;
import io.relaymq.house.broken.internal.publish.InnocentPublish;
import io.relaymq.house.broken.internal.redis.InnocentRedis;
import java.time.Instant;

public record InnocentBootstrap(RedisClient client, InnocentRedis redis, InnocentPublish publish) {
    Instant at() {
        return Instant.now();
    }
}
