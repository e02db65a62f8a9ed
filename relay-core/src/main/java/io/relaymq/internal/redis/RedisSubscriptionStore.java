package io.relaymq.internal.redis;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.relaymq.BroadcastOptions;
import io.relaymq.DeadLetter;
import io.relaymq.StartFrom;
import io.relaymq.SubscriptionStatus;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Subscribed;
import io.relaymq.internal.store.SubscriptionStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one broadcast on the shared connection. */
final class RedisSubscriptionStore implements SubscriptionStore {

    private static final String MISSING = "MISSING";

    private final BroadcastStore broadcast;
    private final SharedLink link;
    private final RedisKeys keys;
    private final ScriptRunner scripts;

    RedisSubscriptionStore(String namespace, String broadcast, BroadcastOptions options, SharedLink link) {
        this.broadcast = new RedisBroadcastStore(namespace, broadcast, options, link);
        this.link = link;
        this.keys = new RedisKeys(namespace, broadcast);
        this.scripts = new ScriptRunner(broadcast, keys, link);
    }

    @Override
    public CompletableFuture<List<String>> names() {
        return ScriptRunner.translate(
                link.send(redis -> redis.hkeys(keys.subs())).thenApply(RedisSubscriptionStore::sorted),
                failure -> Failures.unavailable("list the subscriptions", failure));
    }

    private static List<String> sorted(List<byte[]> names) {
        return names.stream()
                .map(name -> new String(name, StandardCharsets.UTF_8))
                .sorted()
                .toList();
    }

    @Override
    public CompletableFuture<@Nullable SubscriptionStatus> status(String subscription) {
        return broadcast.status(subscription);
    }

    @Override
    public CompletableFuture<Subscribed> subscribe(SubscribeRequest request) {
        return broadcast.subscribe(request);
    }

    @Override
    public CompletableFuture<Boolean> delete(String subscription) {
        Arguments arguments = new Arguments().add(subscription).add(Nonce.next());
        return scripts.run(
                Script.UNSUBSCRIBE, arguments, RedisSubscriptionStore::found, "delete '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Boolean> pause(String subscription, boolean paused) {
        Arguments arguments = new Arguments().add(subscription).add(paused ? 1 : 0);
        return scripts.run(Script.PAUSE, arguments, RedisSubscriptionStore::found, "pause '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Boolean> seek(String subscription, StartFrom to) {
        Arguments arguments =
                new Arguments().add(subscription).add(Nonce.next()).add(to.position());
        return scripts.run(Script.SEEK, arguments, RedisSubscriptionStore::found, "move '" + subscription + "'");
    }

    private static boolean found(Reply reply) {
        return !reply.text(0).equals(MISSING);
    }

    @Override
    public CompletableFuture<Counted> count(String subscription, String position, int limit) {
        Arguments arguments = new Arguments().add(subscription).add(position).add(limit);
        return scripts.run(
                Script.COUNT,
                arguments,
                reply -> new Counted(found(reply), reply.number(1), reply.text(2)),
                "count for '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Long> deadCount(String subscription) {
        return ScriptRunner.translate(
                link.send(redis -> redis.xlen(keys.dead(subscription))),
                failure -> Failures.unavailable("count the dead letters of '" + subscription + "'", failure));
    }

    @Override
    public CompletableFuture<@Nullable String> lastDead(String subscription) {
        return ScriptRunner.translate(
                link.send(redis -> redis.xrevrange(keys.dead(subscription), Range.unbounded(), Limit.from(1)))
                        .thenApply(last -> last.isEmpty() ? null : last.get(0).getId()),
                failure -> Failures.unavailable("read the dead letters of '" + subscription + "'", failure));
    }

    @Override
    public CompletableFuture<List<DeadLetter>> dead(String subscription, String after, int limit) {
        Range<String> range = Range.from(Range.Boundary.excluding(after), Range.Boundary.unbounded());
        return ScriptRunner.translate(
                link.send(redis -> redis.xrange(keys.dead(subscription), range, Limit.from(limit)))
                        .thenApply(letters ->
                                letters.stream().map(DeadLetterEntries::of).toList()),
                failure -> Failures.unavailable("read the dead letters of '" + subscription + "'", failure));
    }

    @Override
    public CompletableFuture<Integer> replay(
            String subscription, List<String> ids, double delayMillis, double gapMillis) {
        Arguments arguments = new Arguments()
                .add(subscription)
                .add(Double.toString(delayMillis))
                .add(Double.toString(gapMillis));
        ids.forEach(arguments::add);
        return scripts.run(
                Script.REPLAY, arguments, reply -> reply.count(1), "replay dead letters of '" + subscription + "'");
    }

    @Override
    public CompletableFuture<Integer> discard(String subscription, List<String> ids) {
        Arguments arguments = new Arguments().add(subscription);
        ids.forEach(arguments::add);
        return scripts.run(
                Script.DISCARD, arguments, reply -> reply.count(1), "discard dead letters of '" + subscription + "'");
    }
}
