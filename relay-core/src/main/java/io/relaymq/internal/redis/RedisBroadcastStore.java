package io.relaymq.internal.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.RateLimit;
import io.relaymq.SubscriptionStatus;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Expired;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Permits;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.Routes;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.SettledAs;
import io.relaymq.internal.store.Step;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.Token;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One broadcast on the shared connection: one script an operation, no policy. */
final class RedisBroadcastStore implements BroadcastStore {

    private final String broadcast;
    private final SharedLink link;
    private final RedisKeys keys;
    private final ScriptRunner scripts;
    private final String settings;

    RedisBroadcastStore(String namespace, String broadcast, BroadcastOptions options, SharedLink link) {
        this.broadcast = broadcast;
        this.link = link;
        this.keys = new RedisKeys(namespace, broadcast);
        this.scripts = new ScriptRunner(broadcast, keys, link);
        this.settings = Settings.text(options);
    }

    @Override
    public String broadcast() {
        return broadcast;
    }

    @Override
    public CompletableFuture<Publication> publish(String generation, List<Outgoing> outgoing) {
        Arguments arguments =
                new Arguments().add(generation).add(Nonce.next()).add(settings).add(outgoing.size());
        for (Outgoing message : outgoing) {
            arguments
                    .add(message.subject())
                    .add(message.headers())
                    .add(message.data())
                    .add(String.join(",", message.subscriptions()))
                    .add(PublishArguments.options(message.terms()));
        }
        String subject = outgoing.get(0).subject();
        return scripts.run(
                Script.PUBLISH,
                arguments,
                reply -> Replies.publication(reply, generation, outgoing),
                failure -> PublishArguments.failed(broadcast, subject, failure));
    }

    @Override
    public CompletableFuture<Routes> routes() {
        return new RoutesReader(cursor -> scripts.run(
                        Script.ROUTES,
                        new Arguments().add(cursor).add(Nonce.next()),
                        Function.identity(),
                        "read the routes"))
                .read();
    }

    @Override
    public CompletableFuture<@Nullable BroadcastOptions> declare() {
        Arguments arguments = new Arguments().add(Nonce.next()).add(settings);
        return scripts.run(Script.DECLARE, arguments, Replies::optionsBefore, "declare the broadcast");
    }

    @Override
    public CompletableFuture<BroadcastTrimmed> trim() {
        return scripts.run(
                Script.TRIM,
                new Arguments(),
                reply -> new BroadcastTrimmed(broadcast, reply.number(0), Replies.drops(reply.list(1))),
                "trim the log");
    }

    @Override
    public CompletableFuture<Expired> expire(String cursor) {
        Arguments arguments = new Arguments().add(cursor).add(Nonce.next());
        return scripts.run(
                Script.EXPIRE,
                arguments,
                reply -> Replies.expired(broadcast, reply),
                "look for subscriptions that nobody reads");
    }

    @Override
    public CompletableFuture<Permits> permits(String subscription, RateLimit limit, int asked) {
        Arguments arguments = new Arguments()
                .add(subscription)
                .add(asked)
                .add(limit.starts())
                .add(limit.period().toMillis());
        return scripts.run(
                Script.PERMIT,
                arguments,
                reply -> new Permits(reply.count(0), reply.number(1)),
                "ask for the rate of '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Subscribed> subscribe(SubscribeRequest request) {
        Arguments arguments = new Arguments()
                .add(request.subscription())
                .add(Nonce.next())
                .add(settings)
                .add("shared")
                .add(request.start())
                .add(request.known())
                .add(request.life());
        (request.patterns().isEmpty() ? List.of(">") : request.patterns()).forEach(arguments::add);
        return scripts.run(
                Script.SUBSCRIBE, arguments, Replies::subscribed, "join subscription '" + request.subscription() + "'");
    }

    @Override
    public CompletableFuture<Step> backfill(String subscription, String epoch, int limit) {
        Arguments arguments =
                new Arguments().add(subscription).add(epoch).add(limit).add(Nonce.next());
        return scripts.run(Script.BACKFILL, arguments, Replies::copied, "copy history into '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Step> recover(String subscription, String epoch, String known, int limit) {
        Arguments arguments =
                new Arguments().add(subscription).add(epoch).add(known).add(limit);
        return scripts.run(Script.RECOVER, arguments, Replies::recovered, "recover history of '" + subscription + "'");
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
        return scripts.run(Script.KEEP, arguments, Replies::kept, request.holder(), "renew the lease");
    }

    @Override
    public CompletableFuture<Taken> take(Holder holder, int limit, long lockMillis, boolean holdsSuspect) {
        Arguments arguments =
                new Arguments().add(holder).add(limit).add(lockMillis).add(holdsSuspect ? 1 : 0);
        return scripts.run(Script.TAKE, arguments, Replies::taken, holder, "take what is due");
    }

    @Override
    public CompletableFuture<Swept> sweep(SweepRequest request) {
        Arguments arguments = new Arguments()
                .add(request.subscription())
                .add(request.epoch())
                .add(request.lockMillis())
                .add(request.limit())
                .add(request.maxStalledCount())
                .add(request.intervalMillis())
                .add(request.maxDeadLetters());
        return scripts.run(
                Script.SWEEP, arguments, Replies::swept, "sweep subscription '" + request.subscription() + "'");
    }

    @Override
    public CompletableFuture<Settled> settle(Holder holder, SettledAs as, boolean sentBefore, List<Token> tokens) {
        return scripts.run(
                Script.SETTLE,
                new Arguments()
                        .add(holder)
                        .add(as.name().toLowerCase(Locale.ROOT))
                        .add(sentBefore ? 1 : 0)
                        .addAll(tokens),
                reply -> Replies.settled(reply, tokens.size()),
                holder,
                "settle");
    }

    @Override
    public CompletableFuture<Settled> fail(Holder holder, Failure failure, boolean sentBefore) {
        Long delay = failure.delayMillis();
        Arguments arguments = new Arguments()
                .add(holder)
                .add(failure.token().text())
                .add(delay == null ? "" : Long.toString(delay))
                .add(failure.cause())
                .add(failure.detail())
                .add(failure.spent() ? 1 : 0)
                .add(failure.maxDeadLetters())
                .add(sentBefore ? 1 : 0);
        return scripts.run(Script.FAIL, arguments, Replies::failed, holder, "record a failed attempt");
    }

    @Override
    public CompletableFuture<Settled> release(Holder holder, long delayMillis, List<Token> tokens) {
        Arguments arguments = new Arguments().add(holder).add(delayMillis).addAll(tokens);
        return scripts.run(Script.RELEASE, arguments, Replies::released, holder, "release");
    }

    @Override
    public CompletableFuture<Void> nudge(Holder holder) {
        return ScriptRunner.translate(
                new Nudge(link).give(keys.flight(holder.subscription()), holder.consumer()),
                failure -> Failures.unavailable("nudge the readers of '" + holder.subscription() + "'", failure));
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
        return ScriptRunner.translate(
                link.send(redis -> redis.xreadgroup(
                                Consumer.from(RedisKeys.GROUP, RedisKeys.GROUP),
                                XReadArgs.Builder.noack(true).count(count),
                                unread))
                        .thenApply(Entries::of),
                failure -> Failures.unavailable("read the inbox of '" + subscription + "'", failure));
    }

    @Override
    public CompletableFuture<@Nullable SubscriptionStatus> status(String subscription) {
        return scripts.run(
                Script.STATUS,
                new Arguments().add(subscription),
                reply -> Replies.status(subscription, reply),
                "ask for the status of '" + subscription + "'");
    }
}
