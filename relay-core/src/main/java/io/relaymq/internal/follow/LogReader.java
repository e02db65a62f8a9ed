package io.relaymq.internal.follow;

import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import io.relaymq.MessageLog;
import io.relaymq.PayloadCodec;
import io.relaymq.StartFrom;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.LogStore;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** The log of one broadcast. For internal use. */
public final class LogReader implements MessageLog, AutoCloseable {

    private final LogStore store;
    private final PayloadCodec codec;
    private final ThreadFactory threads;
    private final Set<LogLoop> loops = ConcurrentHashMap.newKeySet();

    public LogReader(LogStore store, PayloadCodec codec, ThreadFactory threads) {
        this.store = store;
        this.codec = codec;
        this.threads = threads;
    }

    @Override
    public CompletableFuture<LogPage> read(String after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("Expected limit to be from 1 to " + LONGEST_PAGE + ", got: " + limit);
        }
        return page(StartFrom.after(after).position(), limit);
    }

    CompletableFuture<LogPage> page(String after, int limit) {
        return store.page(after, limit).thenApply(this::read);
    }

    private LogPage read(LogStore.Page page) {
        List<LoggedMessage> messages = new ArrayList<>(page.entries().size());
        for (int i = 0; i < page.entries().size(); i++) {
            messages.add(new Logged(page.entries().get(i), page.expired().get(i), codec));
        }
        return new LogPage(
                page.after(), messages, page.gapless(), page.more(), page.trimmed(), page.kept(), page.incarnation());
    }

    @Override
    public Following follow(Consumer<LogPage> pages) {
        LogLoop loop = new LogLoop(store.broadcast(), this::page, store.watch(), pages, loops::remove);
        loops.add(loop);
        threads.newThread(loop).start();
        return loop;
    }

    /** Ends all that follow it. */
    @Override
    public void close() {
        loops.forEach(LogLoop::close);
    }

    /** One of its messages, as it was stored. */
    private record Logged(Entry entry, boolean expired, PayloadCodec codec) implements LoggedMessage {

        @Override
        public String id() {
            return entry.id();
        }

        @Override
        public String subject() {
            return entry.subject();
        }

        @Override
        public Map<String, String> headers() {
            return HeaderText.readLeniently(entry.headers());
        }

        @Override
        public Instant publishedAt() {
            return Instant.ofEpochMilli(Long.parseLong(id().substring(0, id().indexOf('-'))));
        }

        @Override
        public byte[] data() {
            return entry.data();
        }

        @Override
        public Object payload(Type type) {
            return codec.decode(data(), type);
        }
    }
}
