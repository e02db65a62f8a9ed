package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerChanged;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several, one after the other; a failure of one is logged and kept from the others. */
record CompositeObserver(List<RelayObserver> observers) implements RelayObserver {

    private static final Logger log = LoggerFactory.getLogger(CompositeObserver.class);

    @Override
    public void trimmed(BroadcastTrimmed event) {
        tell(observer -> observer.trimmed(event));
    }

    @Override
    public void workerChanged(WorkerChanged event) {
        tell(observer -> observer.workerChanged(event));
    }

    @Override
    public void deadLettered(DeadLettered event) {
        tell(observer -> observer.deadLettered(event));
    }

    @Override
    public void stalled(DeliveriesStalled event) {
        tell(observer -> observer.stalled(event));
    }

    @Override
    public void expired(SubscriptionExpired event) {
        tell(observer -> observer.expired(event));
    }

    @Override
    public void reconnected() {
        tell(RelayObserver::reconnected);
    }

    private void tell(Consumer<RelayObserver> what) {
        for (RelayObserver observer : observers) {
            try {
                what.accept(observer);
            } catch (RuntimeException | Error e) {
                log.warn("Observer {} failed; nothing else is changed by it", observer, e);
            }
        }
    }
}
