package io.relaymq.internal.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.UnblockType;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Inbox;
import io.relaymq.internal.store.InboxReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The blocking read, on a connection of its own. */
final class RedisInboxReader implements InboxReader {

    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(5);
    private static final long FORBIDDEN = -1;

    private final String namespace;
    private final String name;
    private final Connector connector;
    private final SharedLink shared;

    /** The number of the read that is waiting; 0 between reads. */
    private final AtomicLong waiting = new AtomicLong();

    /** The read that is being ended, so that many wakes make one command. */
    private final AtomicLong unblocking = new AtomicLong();

    /** The next read is not to wait. */
    private final AtomicBoolean permit = new AtomicBoolean();

    private volatile long reads; // one thread at a time
    private volatile boolean nudged; // by the last read
    private volatile @Nullable Session session;
    private volatile long clientId = FORBIDDEN;
    private volatile boolean closed;

    RedisInboxReader(String namespace, String name, Connector connector, SharedLink shared) {
        this.namespace = namespace;
        this.name = name;
        this.connector = connector;
        this.shared = shared;
    }

    @Override
    public void open() {
        Session current = session;
        if (current != null && !current.isLost()) {
            return;
        }
        try {
            connect();
        } catch (RuntimeException e) {
            throw Failures.unavailable("read inboxes", e);
        }
    }

    @Override
    public CompletableFuture<Map<Inbox, List<Entry>>> read(List<Inbox> inboxes, int count, Duration block) {
        Session current = session;
        nudged = false;
        long read = ++reads;
        waiting.set(read);
        Duration longest = connector.longestBlock(block, SLACK);
        Duration wait = permit.getAndSet(false) ? Duration.ofMillis(1) : longest;
        CompletableFuture<List<StreamMessage<byte[], byte[]>>> sent =
                current == null ? notConnected() : send(current, inboxes, count, wait);
        sent.orTimeout(wait.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Map<Inbox, List<Entry>>> result = new CompletableFuture<>();
        sent.whenComplete((messages, failure) -> {
            waiting.compareAndSet(read, 0);
            Throwable cause = Failures.unwrap(failure);
            if (cause == null) {
                result.complete(byInbox(inboxes, messages));
            } else if (Nudge.isReason(cause)) {
                nudged = true;
                result.complete(Map.of());
            } else {
                if (current != null && (Failures.isMisdirected(cause) || cause instanceof TimeoutException)) {
                    current.lose(); // the server may still hand entries to this read: they are nobody's, and swept
                }
                result.completeExceptionally(Failures.unavailable("read " + inboxes.size() + " inboxes", cause));
            }
        });
        return result;
    }

    private static <T> CompletableFuture<T> notConnected() {
        return CompletableFuture.failedFuture(new LinkException("there is no connection", false, null));
    }

    private CompletableFuture<List<StreamMessage<byte[], byte[]>>> send(
            Session open, List<Inbox> inboxes, int count, Duration wait) {
        XReadArgs arguments = XReadArgs.Builder.noack(true).count(count).block(Math.max(1, wait.toMillis()));
        return open.send(redis ->
                redis.xreadgroup(Consumer.from(RedisKeys.GROUP, RedisKeys.GROUP), arguments, unreadOf(inboxes)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private XReadArgs.StreamOffset<byte[]>[] unreadOf(List<Inbox> inboxes) {
        XReadArgs.StreamOffset<byte[]>[] offsets = new XReadArgs.StreamOffset[inboxes.size()];
        for (int i = 0; i < offsets.length; i++) {
            Inbox inbox = inboxes.get(i);
            byte[] key = new RedisKeys(namespace, inbox.broadcast()).inbox(inbox.subscription());
            offsets[i] = XReadArgs.StreamOffset.lastConsumed(key);
        }
        return offsets;
    }

    private Map<Inbox, List<Entry>> byInbox(List<Inbox> inboxes, List<StreamMessage<byte[], byte[]>> messages) {
        Map<String, Inbox> names = new HashMap<>();
        for (Inbox inbox : inboxes) {
            names.put(new RedisKeys(namespace, inbox.broadcast()).inboxName(inbox.subscription()), inbox);
        }
        Map<Inbox, List<Entry>> result = new HashMap<>();
        for (StreamMessage<byte[], byte[]> message : messages) {
            Inbox inbox = names.get(new String(message.getStream(), StandardCharsets.UTF_8));
            if (inbox != null && message.getId() != null) {
                result.computeIfAbsent(inbox, one -> new ArrayList<>()).add(Entries.of(message));
            }
        }
        return result;
    }

    private void connect() {
        StatefulRedisConnection<byte[], byte[]> connection = connector.open(name, LONGEST_BLOCK.plus(SLACK));
        clientId = idOf(connection);
        Session opened = new Session(connection, () -> {});
        session = opened;
        if (closed) {
            opened.lose();
        }
    }

    private static long idOf(StatefulRedisConnection<byte[], byte[]> connection) {
        try {
            return connection.sync().clientId();
        } catch (io.lettuce.core.RedisCommandExecutionException e) {
            return FORBIDDEN;
        }
    }

    @Override
    public boolean nudged() {
        return nudged;
    }

    @Override
    public boolean unblock() {
        permit.set(true); // for a read that is not waiting yet
        long read = waiting.get();
        if (read != 0 && clientId != FORBIDDEN && unblocking.getAndSet(read) != read) {
            unblock(read, 1);
        }
        return clientId != FORBIDDEN || session == null;
    }

    /** The command may overtake the read on its way to the server; then it finds nobody waiting, and is sent again. */
    private void unblock(long read, int attempt) {
        shared.send(redis -> redis.clientUnblock(clientId, UnblockType.TIMEOUT)).whenComplete((found, failure) -> {
            if (failure instanceof io.lettuce.core.RedisCommandExecutionException) {
                clientId = FORBIDDEN;
            } else if (failure == null && found == 0 && waiting.get() == read && attempt < 20) {
                CompletableFuture.delayedExecutor(attempt, TimeUnit.MILLISECONDS)
                        .execute(() -> unblock(read, attempt + 1));
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        Session current = session;
        if (current != null) {
            current.close();
        }
    }
}
