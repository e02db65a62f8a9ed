package io.relaymq.internal.store;

import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.RateLimit;
import io.relaymq.SubscriptionStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One broadcast in the datastore. Every operation is one atomic step there. Futures fail with a
 * {@link io.relaymq.RelayException}: {@link io.relaymq.RelayUnavailableException} if the step was not carried out,
 * {@link AnswerLostException} if it may have been, {@link io.relaymq.PublishOutcomeUnknownException} if a publish may. All operations but publish are safe to send
 * again. For internal use.
 */
public interface BroadcastStore {

    /** The broadcast's name. */
    String broadcast();

    /**
     * Appends and copies.
     *
     * @param generation of the routes that {@code outgoing} was routed by; empty = let the datastore route
     */
    CompletableFuture<Publication> publish(String generation, List<Outgoing> outgoing);

    /** The whole route table with its generation. */
    CompletableFuture<Routes> routes();

    /** Declares the broadcast's options. The reply is those before, or null. */
    CompletableFuture<@Nullable BroadcastOptions> declare();

    /** Retention by age while nobody publishes. */
    CompletableFuture<BroadcastTrimmed> trim();

    /** One bounded step of removing subscriptions that nobody has read for too long. */
    CompletableFuture<Expired> expire(String cursor);

    /** Asks for starts of handlers under a rate limit. */
    CompletableFuture<Permits> permits(String subscription, RateLimit limit, int asked);

    /** Creates a subscription, changes its patterns, or repairs what is missing of it. */
    CompletableFuture<Subscribed> subscribe(SubscribeRequest request);

    /** One bounded step of copying history. */
    CompletableFuture<Step> backfill(String subscription, String epoch, int limit);

    /** One bounded step of putting what lies between a known position and {@code since} into wait. */
    CompletableFuture<Step> recover(String subscription, String epoch, String known, int limit);

    /** A consumer's beat. */
    CompletableFuture<Kept> keep(KeepRequest request);

    /** Deliveries of wait that are due. */
    CompletableFuture<Taken> take(Holder holder, int limit, long lockMillis, boolean holdsSuspect);

    /** Makes due again what nobody works on. */
    CompletableFuture<Swept> sweep(SweepRequest request);

    /**
     * Settles for good.
     *
     * @param sentBefore whether the same was sent before and its answer lost: what it does not find is not late then
     */
    CompletableFuture<Settled> settle(Holder holder, SettledAs as, boolean sentBefore, List<Token> tokens);

    /** A failed attempt: retry or dead letter; {@code sentBefore} as for {@link #settle}. */
    CompletableFuture<Settled> fail(Holder holder, Failure failure, boolean sentBefore);

    /** Gives deliveries back unrun, in the order they are to run, due after {@code delayMillis}. */
    CompletableFuture<Settled> release(Holder holder, long delayMillis, List<Token> tokens);

    /** Has the other consumers of the subscription that wait look for what is due, as far as the server allows it. */
    CompletableFuture<Void> nudge(Holder holder);

    /** Removes a consumer that holds nothing. */
    CompletableFuture<Void> leave(Holder holder);

    /** One read of an inbox on the shared connection, without waiting for entries. */
    CompletableFuture<List<Entry>> read(String subscription, int count);

    /** Where a subscription stands; null if it does not exist. */
    CompletableFuture<@Nullable SubscriptionStatus> status(String subscription);
}
