package io.relaymq.internal.publish;

import io.relaymq.PublishResult;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.DelayedStore.Scheduled;
import io.relaymq.internal.store.Outgoing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Hands over what is to be published later. Thread-safe. */
final class Delayer {

    private final DelayedStore store;
    private final MessagePublisher.Listener listener;

    Delayer(DelayedStore store, MessagePublisher.Listener listener) {
        this.store = store;
        this.listener = listener;
    }

    /** One call. */
    CompletableFuture<List<PublishResult>> delay(List<Outgoing> outgoing) {
        return store.schedule(outgoing).thenApply(all -> results(outgoing, all));
    }

    private List<PublishResult> results(List<Outgoing> outgoing, List<Scheduled> all) {
        List<PublishResult> results = new ArrayList<>(outgoing.size());
        for (int i = 0; i < outgoing.size(); i++) {
            Scheduled one = all.get(i);
            boolean waits = one.dueMillis() >= 0;
            if (waits) {
                listener.scheduled(one.inMillis());
            }
            results.add(new PublishResult(
                    one.id(),
                    outgoing.get(i).subject(),
                    one.copies(),
                    0,
                    Map.of(),
                    one.duplicate(),
                    waits ? Instant.ofEpochMilli(one.dueMillis()) : null));
        }
        return results;
    }
}
