package io.relaymq.house.broken.internal.publish;

import io.lettuce.core.RedisClient;

public record PublishKnowsLettuce(RedisClient client) {}
