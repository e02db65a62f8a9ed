package io.relaymq.internal.upkeep;

import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.Taken;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Takes deliveries that are due to run again. */
final class Taker {

    private static final int MOST_AT_ONCE = 100;

    private final LongSupplier nanoTime;

    Taker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** What a take found out. */
    enum Result {
        /** No slot is free, or no take may be sent now. */
        NOT_NOW,
        /** As many as asked for came: there may be more. */
        MORE,
        /** Everything that is due, and may be given to this consumer, was taken. */
        ALL,
        /** The lease has lapsed, or the subscription begins anew: a beat is needed. */
        BEAT
    }

    CompletableFuture<Result> runOnce(Leaseholder holder) {
        Membership membership = holder.membership();
        int limit = Math.min(holder.freeSlots(), MOST_AT_ONCE);
        long ticket = limit > 0 ? membership.startTake(nanoTime.getAsLong()) : 0;
        if (ticket == 0) {
            return CompletableFuture.completedFuture(Result.NOT_NOW);
        }
        return holder.store()
                .take(
                        membership.holder(),
                        limit,
                        holder.options().lockDuration().toMillis(),
                        membership.holdsSuspect())
                .whenComplete((reply, failure) -> {
                    boolean ok = failure == null && reply.verdict() == Taken.Verdict.OK;
                    if (!ok || !membership.takeDone(ticket, reply.entries())) {
                        membership.takeAbandoned(ticket);
                    }
                    holder.advance();
                })
                .thenApply(reply -> result(reply.verdict(), reply.entries(), limit));
    }

    private static Result result(Taken.Verdict verdict, List<?> entries, int limit) {
        if (verdict != Taken.Verdict.OK) {
            return Result.BEAT;
        }
        return entries.size() < limit ? Result.ALL : Result.MORE;
    }
}
