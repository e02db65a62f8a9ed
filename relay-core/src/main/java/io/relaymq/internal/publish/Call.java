package io.relaymq.internal.publish;

import io.relaymq.internal.store.Outgoing;
import java.util.ArrayList;
import java.util.List;

/** Messages that go to the datastore in one step, routed by one table: all of them at once, or all of them later. */
record Call(RouteTable routes, List<Outgoing> messages) {

    private static final int MESSAGES = 100;
    private static final int BYTES = 1024 * 1024;
    private static final int COPIES = 1_000; // the server does nothing else meanwhile: a millisecond or two

    /** Most messages of a call that publishes share: more would cost little less each, and hold up what comes after. */
    static final int MOST_SHARED = 128;

    private static final int MOST_SHARED_COPIES = 250;

    /** As many messages from there on as one call may take; at least one. */
    static Call from(List<Outgoing> all, int from, RouteTable routes) {
        return of(all.subList(from, all.size()), routes, MESSAGES, COPIES);
    }

    /** The first of these, as many as may share a call; at least one. */
    static Call shared(List<Outgoing> all, RouteTable routes) {
        return of(all, routes, MOST_SHARED, MOST_SHARED_COPIES);
    }

    private static Call of(List<Outgoing> all, RouteTable routes, int mostMessages, int mostCopies) {
        boolean delayed = all.get(0).isDelayed();
        List<Outgoing> messages = new ArrayList<>();
        long bytes = 0;
        long copies = 0;
        for (int i = 0; i < all.size() && messages.size() < mostMessages; i++) {
            Outgoing next = delayed ? all.get(i) : routed(all.get(i), routes);
            bytes += next.size();
            copies += next.subscriptions().size();
            boolean fits = next.isDelayed() == delayed && bytes <= BYTES && copies <= mostCopies;
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
