package io.relaymq.spring;

import io.relaymq.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the arguments of a method come from.
 *
 * @param item what a batch has of each delivery; null if the method takes one delivery at a time
 * @param byHand whether there is an acknowledgment among them
 */
record ListenerArguments(
        List<ArgumentResolver> resolvers, @Nullable ArgumentResolver item, boolean byHand) {

    boolean isBatch() {
        return item != null;
    }

    @Nullable
    Object[] resolve(Invocation invocation) throws Exception {
        @Nullable Object[] values = new @Nullable Object[resolvers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = resolvers.get(i).resolve(invocation);
        }
        return values;
    }

    /** Of a batch: what its list has of this delivery. */
    @Nullable
    Object item(Delivery delivery) throws Exception {
        ArgumentResolver of = item;
        if (of == null) {
            throw new IllegalStateException("no batch");
        }
        return of.resolve(new Invocation(delivery, null));
    }
}
