package io.relaymq.internal.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.RelayUnavailableException;
import io.relaymq.SubscriptionStatus;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.Routes;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.Step;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.Token;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One broadcast on the shared connection: one script an operation, no policy. */
final class RedisBroadcastStore implements BroadcastStore {

    private final String broadcast;
    private final SharedLink link;
    private final RedisKeys keys;
    private final long maxMessages;

    RedisBroadcastStore(String namespace, String broadcast, long maxMessages, SharedLink link) {
        this.broadcast = broadcast;
        this.link = link;
        this.keys = new RedisKeys(namespace, broadcast);
        this.maxMessages = maxMessages;
    }

    @Override
    public String broadcast() {
        return broadcast;
    }

    private String declaredCap() {
        return maxMessages == 0 ? "" : Long.toString(maxMessages);
    }

    @Override
    public CompletableFuture<Publication> publish(String generation, List<Outgoing> outgoing) {
        Arguments arguments = new Arguments()
                .add(generation)
                .add(Nonce.next())
                .add(declaredCap())
                .add(outgoing.size());
        for (Outgoing message : outgoing) {
            arguments
                    .add(message.subject())
                    .add(message.headers())
                    .add(message.data())
                    .add(String.join(",", message.subscriptions()));
        }
        String subject = outgoing.get(0).subject();
        return run(Script.PUBLISH, arguments, Replies::publication, failure -> publishFailed(subject, failure));
    }

    private RuntimeException publishFailed(String subject, Throwable failure) {
        String asked = "Cannot publish to subject '" + subject + "' (broadcast '" + broadcast + "'): ";
        if (Failures.outcomeUnknown(failure)) {
            return new PublishOutcomeUnknownException(
                    asked + Failures.describe(failure) + ". The message may have been stored.", failure);
        }
        return new RelayUnavailableException(
                asked + Failures.describe(failure) + ". The message was not stored.", failure);
    }

    @Override
    public CompletableFuture<Routes> routes() {
        return new RoutesReader(cursor ->
                        run(Script.ROUTES, new Arguments().add(cursor), Function.identity(), "read the routes"))
                .read();
    }

    @Override
    public CompletableFuture<@Nullable Long> declare() {
        Arguments arguments = new Arguments().add(Nonce.next()).add(declaredCap());
        return run(Script.DECLARE, arguments, Replies::capBefore, "declare the broadcast");
    }

    @Override
    public CompletableFuture<Subscribed> subscribe(SubscribeRequest request) {
        Arguments arguments = new Arguments()
                .add(request.subscription())
                .add(Nonce.next())
                .add(declaredCap())
                .add("shared")
                .add(request.start())
                .add(request.known())
                .add(request.life());
        (request.patterns().isEmpty() ? List.of(">") : request.patterns()).forEach(arguments::add);
        return run(
                Script.SUBSCRIBE, arguments, Replies::subscribed, "join subscription '" + request.subscription() + "'");
    }

    @Override
    public CompletableFuture<Step> backfill(String subscription, String epoch, int limit) {
        Arguments arguments =
                new Arguments().add(subscription).add(epoch).add(limit).add(Nonce.next());
        return run(Script.BACKFILL, arguments, Replies::copied, "copy history into '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Step> recover(String subscription, String epoch, String known, int limit) {
        Arguments arguments =
                new Arguments().add(subscription).add(epoch).add(known).add(limit);
        return run(Script.RECOVER, arguments, Replies::recovered, "recover history of '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Kept> keep(KeepRequest request) {
        Arguments arguments = new Arguments()
                .add(request.holder())
                .add(request.number())
                .add(request.lockMillis())
                .add(request.clean())
                .add(request.cleanRun())
                .add(request.tokens());
        return run(Script.KEEP, arguments, Replies::kept, request.holder(), "renew the lease");
    }

    @Override
    public CompletableFuture<Taken> take(Holder holder, int limit, long lockMillis, boolean holdsSuspect) {
        Arguments arguments =
                new Arguments().add(holder).add(limit).add(lockMillis).add(holdsSuspect ? 1 : 0);
        return run(Script.TAKE, arguments, Replies::taken, holder, "take what is due");
    }

    @Override
    public CompletableFuture<Swept> sweep(SweepRequest request) {
        Arguments arguments = new Arguments()
                .add(request.subscription())
                .add(request.epoch())
                .add(request.lockMillis())
                .add(request.limit())
                .add(request.maxStalledCount())
                .add(request.intervalMillis());
        return run(Script.SWEEP, arguments, Replies::swept, "sweep subscription '" + request.subscription() + "'");
    }

    @Override
    public CompletableFuture<Settled> settle(Holder holder, List<Token> tokens) {
        return run(Script.SETTLE, new Arguments().add(holder).addAll(tokens), Replies::settled, holder, "settle");
    }

    @Override
    public CompletableFuture<Settled> fail(Holder holder, Failure failure) {
        Long delay = failure.delayMillis();
        Arguments arguments = new Arguments()
                .add(holder)
                .add(failure.token().text())
                .add(delay == null ? "" : Long.toString(delay))
                .add(failure.cause())
                .add(failure.detail());
        return run(Script.FAIL, arguments, Replies::failed, holder, "record a failed attempt");
    }

    @Override
    public CompletableFuture<Settled> release(Holder holder, List<Token> tokens) {
        return run(Script.RELEASE, new Arguments().add(holder).addAll(tokens), Replies::settled, holder, "release");
    }

    @Override
    public CompletableFuture<Void> leave(Holder holder) {
        byte[] flight = keys.flight(holder.subscription());
        return link.send(redis -> redis.hdel(flight, Arguments.bytes(holder.consumer())))
                .thenApply(removed -> null);
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletableFuture<List<Entry>> read(String subscription, int count) {
        XReadArgs.StreamOffset<byte[]> unread = XReadArgs.StreamOffset.lastConsumed(keys.inbox(subscription));
        return translate(
                link.send(redis -> redis.xreadgroup(
                                Consumer.from(RedisKeys.GROUP, RedisKeys.GROUP),
                                XReadArgs.Builder.noack(true).count(count),
                                unread))
                        .thenApply(Entries::of),
                failure -> Failures.unavailable("read the inbox of '" + subscription + "'", failure));
    }

    @Override
    public CompletableFuture<@Nullable SubscriptionStatus> status(String subscription) {
        return run(
                Script.STATUS,
                new Arguments().add(subscription),
                reply -> Replies.status(subscription, reply),
                "ask for the status of '" + subscription + "'");
    }

    private <T> CompletableFuture<T> run(
            Script script, Arguments arguments, Function<Reply, T> decode, Holder holder, String asked) {
        return run(script, arguments, decode, asked + " (subscription '" + holder.subscription() + "')");
    }

    private <T> CompletableFuture<T> run(Script script, Arguments arguments, Function<Reply, T> decode, String asked) {
        String what = asked + " (broadcast '" + broadcast + "')";
        return run(script, arguments, decode, failure -> Failures.unavailable(what, failure));
    }

    private <T> CompletableFuture<T> run(
            Script script,
            Arguments arguments,
            Function<Reply, T> decode,
            Function<Throwable, RuntimeException> translate) {
        return translate(
                link.eval(script, keys.prefix(), arguments.toArray())
                        .thenApply(reply -> decode.apply(new Reply(reply))),
                translate);
    }

    private static <T> CompletableFuture<T> translate(
            CompletableFuture<T> reply, Function<Throwable, RuntimeException> translate) {
        CompletableFuture<T> result = new CompletableFuture<>();
        reply.whenComplete((value, failure) -> {
            Throwable cause = Failures.unwrap(failure);
            Failures.pass(value, cause == null ? null : translate.apply(cause), result);
        });
        return result;
    }
}
