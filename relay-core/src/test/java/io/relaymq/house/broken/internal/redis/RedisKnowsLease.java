package io.relaymq.house.broken.internal.redis;

import io.relaymq.house.broken.internal.lease.LeaseKnowsStore;

public record RedisKnowsLease(LeaseKnowsStore lease) {}
