package io.relaymq.internal.redis;

import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.relaymq.internal.store.LogStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The blocking read of a log: only to be told that there is something. */
final class RedisLogWatch implements LogStore.Watch {

    private static final Duration SLACK = Duration.ofSeconds(2);

    private final String broadcast;
    private final byte[] log;
    private final Connector connector;
    private volatile @Nullable Session session;
    private volatile boolean closed;

    RedisLogWatch(String broadcast, byte[] log, Connector connector) {
        this.broadcast = broadcast;
        this.log = log;
        this.connector = connector;
    }

    @Override
    public void await(String after, Duration longest) throws InterruptedException {
        String asked = "follow the log (broadcast '" + broadcast + "')";
        Session open;
        try {
            open = open(longest);
        } catch (RuntimeException e) {
            throw Failures.unavailable(asked, e);
        }
        Duration wait = connector.longestBlock(longest, SLACK);
        CompletableFuture<List<StreamMessage<byte[], byte[]>>> reply = open.send(redis -> redis.xread(
                XReadArgs.Builder.count(1).block(Math.max(1, wait.toMillis())),
                XReadArgs.StreamOffset.from(log, after)));
        try {
            reply.get(wait.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (Failures.isMisdirected(cause)) {
                open.lose();
            }
            throw Failures.unavailable(asked, cause);
        } catch (TimeoutException e) {
            open.lose();
            throw Failures.unavailable(asked, e);
        }
    }

    private Session open(Duration longest) {
        Session current = session;
        if (current != null && !current.isLost()) {
            return current;
        }
        Session opened = new Session(connector.open("relay-follower", longest.plus(SLACK)), () -> {});
        session = opened;
        if (closed) {
            opened.lose();
        }
        return opened;
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
