package io.relaymq.house.broken.internal.lease;

import io.relaymq.house.broken.internal.redis.InnocentRedis;

public record LeaseKnowsRedis(InnocentRedis redis) {}
