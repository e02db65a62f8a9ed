package io.relaymq.bootstrap;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
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

    private void tell(Consumer<RelayObserver> what) {
        try {
            what.accept(observer);
        } catch (RuntimeException | Error e) {
            log.warn("An observer failed; nothing else is changed by it", e);
        }
    }
}
