package io.relaymq.internal.redis;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The log of one broadcast: pages on the shared connection, waits on one of their own. */
final class RedisLogStore implements LogStore {

    private static final int FIRST = 6;

    private final String broadcast;
    private final RedisKeys keys;
    private final Connector connector;
    private final ScriptRunner scripts;

    RedisLogStore(String namespace, String broadcast, Connector connector, SharedLink link) {
        this.broadcast = broadcast;
        this.keys = new RedisKeys(namespace, broadcast);
        this.connector = connector;
        this.scripts = new ScriptRunner(broadcast, keys, link);
    }

    @Override
    public String broadcast() {
        return broadcast;
    }

    @Override
    public CompletableFuture<Page> page(String after, int limit) {
        return scripts.run(Script.PAGE, new Arguments().add(after).add(limit), RedisLogStore::page, "read the log");
    }

    private static Page page(Reply reply) {
        List<Entry> entries = new ArrayList<>(reply.size());
        List<Boolean> expired = new ArrayList<>(reply.size());
        for (int i = FIRST; i < reply.size(); i++) {
            Reply one = reply.list(i);
            entries.add(new Entry(one.text(0), one.text(1), one.bytes(2), one.bytes(3), 0));
            expired.add(one.number(4) == 1);
        }
        return new Page(
                reply.text(0),
                reply.text(1),
                reply.number(2) == 1,
                reply.number(3),
                reply.number(4),
                reply.number(5) == 1,
                entries,
                expired);
    }

    @Override
    public Watch watch() {
        return new RedisLogWatch(broadcast, keys.log(), connector);
    }
}
