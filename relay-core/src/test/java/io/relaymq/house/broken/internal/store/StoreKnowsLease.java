package io.relaymq.house.broken.internal.store;

import io.relaymq.house.broken.internal.lease.LeaseKnowsStore;

public record StoreKnowsLease(LeaseKnowsStore lease) {}
