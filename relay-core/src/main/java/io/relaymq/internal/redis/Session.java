package io.relaymq.internal.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection from its opening to its loss. It is never mended: once lost it is closed, every command under way fails,
 * and a new one is opened. So no command is ever sent twice by itself.
 */
final class Session implements RedisConnectionStateListener {

    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Runnable whenLost;
    private final Set<CompletableFuture<?>> outstanding = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean lost = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Session(StatefulRedisConnection<byte[], byte[]> connection, Runnable whenLost) {
        this.connection = connection;
        this.whenLost = whenLost;
        connection.addListener(this);
        if (!connection.isOpen()) {
            lose();
        }
    }

    boolean isLost() {
        return lost.get();
    }

    /** Sends a command. The future fails with a {@link LinkException} if the connection is lost before the answer. */
    <T> CompletableFuture<T> send(Function<RedisAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        CompletableFuture<T> result = new CompletableFuture<>();
        outstanding.add(result);
        if (lost.get()) {
            outstanding.remove(result);
            return CompletableFuture.failedFuture(new LinkException("the connection is lost", false, null));
        }
        RedisFuture<T> future = command.apply(connection.async());
        future.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        });
        result.whenComplete((value, failure) -> {
            outstanding.remove(result);
            if (failure != null) {
                future.cancel(true); // one that is not sent yet is not sent any more
            }
            if (lost.get() && outstanding.isEmpty()) {
                closeConnection();
            }
        });
        return result;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
        lose();
    }

    /** Takes nothing more, and is closed when what is under way has been answered or given up. */
    void retire() {
        if (lost.compareAndSet(false, true)) {
            if (outstanding.isEmpty()) {
                closeConnection();
            }
            whenLost.run();
        }
    }

    /** Closes the connection, now or for good. What is under way fails first: to close cancels it, as if it had not been sent. */
    void lose() {
        boolean first = lost.compareAndSet(false, true);
        outstanding.forEach(
                result -> result.completeExceptionally(new LinkException("the connection was lost", true, null)));
        closeConnection();
        if (first) {
            whenLost.run();
        }
    }

    private void closeConnection() {
        if (closing.compareAndSet(false, true)) {
            connection.closeAsync().whenComplete((done, failure) -> ended.complete(null));
        }
    }

    /**
     * {@link #lose()}, and waits for the driver to be done with it, for a moment: an application that shuts its client down
     * next would be warned of a connection that is half closed. Not for the driver's threads.
     */
    void close() {
        lose();
        try {
            ended.get(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("A connection is not closed yet, and is left to the driver", e);
        }
    }
}
