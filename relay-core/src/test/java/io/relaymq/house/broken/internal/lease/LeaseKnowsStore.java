package io.relaymq.house.broken.internal.lease;

import io.relaymq.house.broken.internal.store.StorePort;

public record LeaseKnowsStore(StorePort store) {}
