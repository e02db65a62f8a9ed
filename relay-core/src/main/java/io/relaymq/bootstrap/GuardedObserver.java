package io.relaymq.bootstrap;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.RelayObserver;
import io.relaymq.WorkerChanged;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where an observer is called: what it throws is logged. */
final class GuardedObserver implements RelayObserver {

    private static final Logger log = LoggerFactory.getLogger(GuardedObserver.class);

    private final RelayObserver observer;

    GuardedObserver(RelayObserver observer) {
        this.observer = observer;
    }

    @Override
    public void trimmed(BroadcastTrimmed event) {
        tell(one -> one.trimmed(event));
    }

    @Override
    public void workerChanged(WorkerChanged event) {
        tell(one -> one.workerChanged(event));
    }

    @Override
    public void deadLettered(DeadLettered event) {
        tell(one -> one.deadLettered(event));
    }

    @Override
    public void stalled(DeliveriesStalled event) {
        tell(one -> one.stalled(event));
    }

    @Override
    public void reconnected() {
        tell(RelayObserver::reconnected);
    }

    private void tell(Consumer<RelayObserver> what) {
        try {
            what.accept(observer);
        } catch (RuntimeException | Error e) {
            log.warn("An observer failed; nothing else is changed by it", e);
        }
    }
}
