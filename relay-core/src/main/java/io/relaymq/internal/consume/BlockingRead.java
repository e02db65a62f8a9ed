package io.relaymq.internal.consume;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A read under way, of at most {@code count} entries of each inbox; {@code ended} is for who waits for its end. */
record BlockingRead(
        List<Turn> turns, int count, CompletableFuture<Map<Inbox, List<Entry>>> reply, CompletableFuture<Void> ended) {

    /** A worker's part in it. */
    record Turn(SubscriptionWorker worker, long ticket, int free) {}

    /** What is done with its answer, or with its failure. */
    interface Answered {
        void answered(BlockingRead read, @Nullable Map<Inbox, List<Entry>> entries, @Nullable Throwable failure);
    }

    void whenAnswered(Answered then) {
        var unused = reply.whenComplete((entries, failure) -> then.answered(this, entries, failure));
    }

    /** Its workers have what came, and have started nothing yet. */
    void takeIn(Map<Inbox, List<Entry>> entries) {
        for (Turn turn : turns) {
            List<Entry> own = entries.getOrDefault(turn.worker().inbox(), List.of());
            turn.worker().takeIn(turn.ticket(), own, count);
        }
        ended.complete(null);
    }
}
