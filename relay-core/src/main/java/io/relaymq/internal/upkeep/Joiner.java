package io.relaymq.internal.upkeep;

import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Step;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Subscribed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes or joins the subscription of one leaseholder, and puts back what it knows was lost. */
final class Joiner {

    private static final Logger log = LoggerFactory.getLogger(Joiner.class);
    private static final int MESSAGES_A_STEP = 200;

    private final Leaseholder holder;

    /** The incarnation of the broadcast that it was last joined in; empty before the first. Only one join runs at a time. */
    private String incarnation = "";

    Joiner(Leaseholder holder) {
        this.holder = holder;
    }

    /** Joins once. The reply says what was found. */
    CompletableFuture<Subscribed> runOnce() {
        WorkerOptions options = holder.options();
        String known = incarnation.isEmpty() ? "" : holder.membership().known();
        SubscribeRequest request =
                new SubscribeRequest(options.subscription(), patterns(options), start(options), known, incarnation);
        return holder.store().subscribe(request).thenCompose(reply -> {
            report(reply);
            String position = incarnation.equals(reply.incarnation()) ? known : "0-0";
            incarnation = reply.incarnation();
            holder.membership().retainedUpTo(reply.retained());
            holder.membership().join(reply.epoch(), reply.replayed());
            return known.isEmpty()
                    ? CompletableFuture.completedFuture(reply)
                    : recover(reply, position).thenApply(done -> reply);
        });
    }

    private static String start(WorkerOptions options) {
        return options.startFrom().position() + (options.retained() ? " retained" : "");
    }

    /** In one order, so that instances that want the same say the same. */
    private static List<String> patterns(WorkerOptions options) {
        return options.patterns().isEmpty()
                ? List.of(">")
                : options.patterns().stream().sorted().toList();
    }

    /**
     * Copies history into the inbox, step by step. Whoever keeps the subscription may do it, also at the same time. The reply
     * is that of the last step.
     */
    CompletableFuture<Step> copyHistory() {
        return copyHistory(holder.store(), holder.membership().holder().epoch());
    }

    private CompletableFuture<Step> copyHistory(BroadcastStore store, String epoch) {
        return store.backfill(holder.options().subscription(), epoch, MESSAGES_A_STEP)
                .thenCompose(
                        step -> step.goesOn() ? copyHistory(store, epoch) : CompletableFuture.completedFuture(step));
    }

    private CompletableFuture<Step> recover(Subscribed reply, String position) {
        return holder.store()
                .recover(holder.options().subscription(), reply.epoch(), position, MESSAGES_A_STEP)
                .thenCompose(
                        step -> step.goesOn() ? recover(reply, position) : CompletableFuture.completedFuture(step));
    }

    private void report(Subscribed reply) {
        WorkerOptions options = holder.options();
        String name = "Subscription '" + options.subscription() + "' of broadcast '"
                + holder.store().broadcast() + "'";
        switch (reply.change()) {
            case CREATED -> log.info("{} was created: patterns {}, after {}", name, options.patterns(), reply.since());
            case CHANGED ->
                log.info(
                        "{} has other patterns from now on: {}, before: {}",
                        name,
                        options.patterns(),
                        reply.patternsBefore());
            case REPAIRED -> log.warn("{} had lost its row, its inbox or its group; it was made again", name);
            case EXISTS -> log.debug("{} was joined", name);
        }
    }
}
