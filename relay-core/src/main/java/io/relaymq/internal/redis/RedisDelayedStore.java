package io.relaymq.internal.redis;

import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.Outgoing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The delayed messages of one broadcast on the shared connection. */
final class RedisDelayedStore implements DelayedStore {

    private static final int FIELDS = 5;

    private final String broadcast;
    private final String settings;
    private final ScriptRunner scripts;

    RedisDelayedStore(String namespace, String broadcast, BroadcastOptions options, SharedLink link) {
        this.broadcast = broadcast;
        this.settings = Settings.text(options);
        this.scripts = new ScriptRunner(broadcast, new RedisKeys(namespace, broadcast), link);
    }

    @Override
    public CompletableFuture<List<Scheduled>> schedule(List<Outgoing> outgoing) {
        Arguments arguments = new Arguments().add(Nonce.next()).add(settings).add(outgoing.size());
        for (Outgoing message : outgoing) {
            arguments
                    .add(message.subject())
                    .add(message.headers())
                    .add(message.data())
                    .add(PublishArguments.due(message.terms()))
                    .add(PublishArguments.options(message.terms()));
        }
        String subject = outgoing.get(0).subject();
        return scripts.run(
                Script.SCHEDULE,
                arguments,
                RedisDelayedStore::scheduled,
                failure -> PublishArguments.failed(broadcast, subject, failure));
    }

    private static List<Scheduled> scheduled(Reply reply) {
        List<Scheduled> all = new ArrayList<>(reply.size() / FIELDS);
        for (int i = 0; i < reply.size(); i += FIELDS) {
            all.add(new Scheduled(
                    reply.text(i),
                    reply.count(i + 1),
                    reply.number(i + 2) == 1,
                    reply.number(i + 3),
                    reply.number(i + 4)));
        }
        return all;
    }

    @Override
    public CompletableFuture<Promoted> promote(int limit) {
        return scripts.run(
                Script.PROMOTE,
                new Arguments().add(limit),
                reply -> new Promoted(
                        reply.text(0).equals("OVERFLOW"),
                        reply.count(1),
                        reply.number(2),
                        new BroadcastTrimmed(broadcast, reply.number(3), Replies.drops(reply.list(4)))),
                "publish what is due");
    }

    @Override
    public CompletableFuture<Boolean> cancel(String id) {
        return scripts.run(
                Script.CANCEL, new Arguments().add(id), reply -> reply.number(0) == 1, "cancel message '" + id + "'");
    }
}
