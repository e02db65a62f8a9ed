package io.relaymq.house.broken.internal.admin;

import io.relaymq.house.broken.internal.lease.LeaseKnowsStore;

public record AdminKnowsLease(LeaseKnowsStore lease) {}
