package io.relaymq.house.broken.internal.publish;

import io.relaymq.house.broken.internal.lease.LeaseKnowsStore;
import io.relaymq.house.broken.internal.store.StorePort;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;

public record InnocentPublish(StorePort store, LeaseKnowsStore lease, Logger log, Clock clock) {
    Instant at() {
        return Instant.now(clock);
    }
}
