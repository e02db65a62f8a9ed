package io.relaymq.spring;

import io.relaymq.Delivery;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A delivery that waits for its batch, or is in it. */
final class BatchItem implements Comparable<BatchItem> {

    private final Delivery delivery;
    private final long millis;
    private final long sequence;
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

    BatchItem(Delivery delivery) {
        this.delivery = delivery;
        String id = delivery.id();
        int dash = id.indexOf('-');
        this.millis = Long.parseUnsignedLong(id.substring(0, dash));
        this.sequence = Long.parseUnsignedLong(id.substring(dash + 1));
    }

    Delivery delivery() {
        return delivery;
    }

    /** Completes when the delivery is dealt with; cancelled if its time is over before. */
    CompletableFuture<@Nullable Void> done() {
        return done;
    }

    void complete(@Nullable Throwable failure) {
        SingleHandler.complete(done, failure);
    }

    /** In the order of the log. */
    @Override
    public int compareTo(BatchItem other) {
        int byTime = Long.compareUnsigned(millis, other.millis);
        return byTime != 0 ? byTime : Long.compareUnsigned(sequence, other.sequence);
    }
}
