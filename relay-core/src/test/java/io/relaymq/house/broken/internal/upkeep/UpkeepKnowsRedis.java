package io.relaymq.house.broken.internal.upkeep;

import io.relaymq.house.broken.internal.redis.InnocentRedis;

public record UpkeepKnowsRedis(InnocentRedis redis) {}
