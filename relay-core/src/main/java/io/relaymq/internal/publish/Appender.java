package io.relaymq.internal.publish;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.PublishResult;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Publishes at once, by the route table it knows. Thread-safe. */
final class Appender {

    private final BroadcastStore store;
    private final MessagePublisher.Listener listener;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile RouteTable table = RouteTable.UNKNOWN;

    Appender(BroadcastStore store, MessagePublisher.Listener listener) {
        this.store = store;
        this.listener = listener;
    }

    RouteTable routes() {
        return table;
    }

    /** One call. */
    CompletableFuture<List<PublishResult>> append(RouteTable routes, List<Outgoing> outgoing) {
        return store.publish(routes.generation(), outgoing).thenApply(reply -> results(routes, outgoing, reply));
    }

    private List<PublishResult> results(RouteTable routes, List<Outgoing> outgoing, Publication reply) {
        if (!reply.generation().equals(routes.generation())) {
            refresh();
        }
        if (reply.trimmed() > 0) {
            listener.trimmed(new BroadcastTrimmed(store.broadcast(), reply.trimmed(), reply.unreadDrops()));
        }
        List<PublishResult> results = new ArrayList<>(outgoing.size());
        int last = outgoing.size() - 1;
        for (int i = 0; i <= last; i++) {
            Publication.Appended appended = reply.appended().get(i);
            results.add(new PublishResult(
                    appended.id(),
                    outgoing.get(i).subject(),
                    appended.copies(),
                    i == last ? reply.trimmed() : 0,
                    i == last ? reply.unreadDrops() : Map.of(),
                    appended.duplicate()));
        }
        return results;
    }

    /** Reads the route table again, once however many publishes found it out of date. */
    private void refresh() {
        if (refreshing.compareAndSet(false, true)) {
            store.routes().whenComplete((routes, failure) -> {
                if (failure == null) {
                    table = new RouteTable(routes);
                }
                refreshing.set(false);
            });
        }
    }
}
