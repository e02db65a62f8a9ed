package io.relaymq.internal.upkeep;

import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import java.util.concurrent.CompletableFuture;

/** Makes due again what nobody works on any more. One sweep per subscription counts in half an interval, whoever sends it. */
final class Sweeper {

    private static final int MOST_AT_ONCE = 200;

    CompletableFuture<Swept> runOnce(Leaseholder holder) {
        WorkerOptions options = holder.options();
        return holder.store()
                .sweep(new SweepRequest(
                        options.subscription(),
                        holder.membership().holder().epoch(),
                        options.lockDuration().toMillis(),
                        MOST_AT_ONCE,
                        options.maxStalledCount(),
                        options.stalledInterval().toMillis() / 2,
                        options.maxDeadLetters()));
    }
}
