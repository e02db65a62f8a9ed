package io.relaymq.internal.publish;

import io.relaymq.internal.store.Outgoing;
import java.util.ArrayList;
import java.util.List;

/** Messages that go to the datastore in one step, routed by one table: all of them at once, or all of them later. */
record Call(RouteTable routes, List<Outgoing> messages) {

    private static final int MESSAGES = 100;
    private static final int BYTES = 1024 * 1024;
    private static final int COPIES = 10_000;

    /** As many messages from there on as one call may take; at least one. */
    static Call from(List<Outgoing> all, int from, RouteTable routes) {
        boolean delayed = all.get(from).isDelayed();
        List<Outgoing> messages = new ArrayList<>();
        long bytes = 0;
        long copies = 0;
        for (int i = from; i < all.size() && messages.size() < MESSAGES; i++) {
            Outgoing next = delayed ? all.get(i) : routed(all.get(i), routes);
            bytes += next.size();
            copies += next.subscriptions().size();
            boolean fits = next.isDelayed() == delayed && bytes <= BYTES && copies <= COPIES;
            if (!fits && !messages.isEmpty()) {
                break;
            }
            messages.add(next);
        }
        return new Call(routes, messages);
    }

    private static Outgoing routed(Outgoing message, RouteTable routes) {
        return message.to(routes.route(message.subject()));
    }

    boolean isDelayed() {
        return messages.get(0).isDelayed();
    }
}
