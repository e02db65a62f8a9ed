package io.relaymq.internal.upkeep;

import io.relaymq.internal.lease.Beat;
import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.store.Kept;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Sends one beat and takes in its answer. */
final class Keeper {

    private final LongSupplier nanoTime;

    Keeper(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The answer of the last beat sent: where a lease begins, a second one follows at once, so that clean is known. */
    CompletableFuture<Kept> runOnce(Leaseholder holder) {
        Beat beat = holder.membership().beat(nanoTime.getAsLong());
        return holder.store().keep(beat.request()).thenCompose(reply -> {
            if (reply.counts()) {
                holder.membership().serverClock().heard(reply.serverMillis(), beat.sentAt(), nanoTime.getAsLong());
            }
            boolean again = holder.membership().kept(beat, reply);
            return again ? runOnce(holder) : CompletableFuture.completedFuture(reply);
        });
    }
}
