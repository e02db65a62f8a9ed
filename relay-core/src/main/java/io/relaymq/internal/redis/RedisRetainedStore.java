package io.relaymq.internal.redis;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.RetainedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The retained values of one broadcast on the shared connection. */
final class RedisRetainedStore implements RetainedStore {

    private static final int LOOK_AT = 50;
    private static final String FIRST = "0-0";

    private final ScriptRunner scripts;

    RedisRetainedStore(String namespace, String broadcast, SharedLink link) {
        this.scripts = new ScriptRunner(broadcast, new RedisKeys(namespace, broadcast), link);
    }

    @Override
    public CompletableFuture<@Nullable Entry> get(String subject) {
        return read(subject, List.of(), FIRST)
                .thenApply(
                        page -> page.entries().isEmpty() ? null : page.entries().get(0));
    }

    @Override
    public CompletableFuture<Page> page(List<String> patterns, String after) {
        return read("", patterns, after);
    }

    private CompletableFuture<Page> read(String subject, List<String> patterns, String after) {
        Arguments arguments = new Arguments().add(subject).add(after).add(LOOK_AT);
        patterns.forEach(arguments::add);
        return scripts.run(Script.RETAINED, arguments, RedisRetainedStore::page, "read the retained values");
    }

    private static Page page(Reply reply) {
        List<Entry> entries = new ArrayList<>(reply.size());
        for (int i = 1; i < reply.size(); i++) {
            Reply one = reply.list(i);
            entries.add(new Entry(one.text(0), one.text(1), one.bytes(2), one.bytes(3), one.number(4)));
        }
        return new Page(entries, reply.text(0));
    }

    @Override
    public CompletableFuture<Boolean> delete(String subject) {
        return scripts.run(
                Script.FORGET,
                new Arguments().add(subject),
                reply -> reply.number(0) == 1,
                "delete the retained value of '" + subject + "'");
    }
}
