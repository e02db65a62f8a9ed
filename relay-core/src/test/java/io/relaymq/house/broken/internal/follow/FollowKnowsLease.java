package io.relaymq.house.broken.internal.follow;

import io.relaymq.house.broken.internal.lease.LeaseKnowsStore;

public record FollowKnowsLease(LeaseKnowsStore lease) {}
