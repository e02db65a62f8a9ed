package io.relaymq.house.broken.internal.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.relaymq.house.broken.internal.store.StorePort;

public record InnocentRedis(StorePort store, RedisClient client, RedisURI uri) {}
