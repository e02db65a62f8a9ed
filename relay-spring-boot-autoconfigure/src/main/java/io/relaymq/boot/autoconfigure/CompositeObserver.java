package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
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
