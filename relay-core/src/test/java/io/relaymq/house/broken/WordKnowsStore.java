package io.relaymq.house.broken;

import io.relaymq.house.broken.internal.store.StorePort;

public record WordKnowsStore(StorePort store) {}
