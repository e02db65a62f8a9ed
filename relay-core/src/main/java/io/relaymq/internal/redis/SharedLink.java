package io.relaymq.internal.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared, pipelined connection: opened in the background, opened again after a loss, and never a queue. While it is
 * down commands fail at once.
 */
final class SharedLink {

    private static final Logger log = LoggerFactory.getLogger(SharedLink.class);
    private static final int TIMEOUTS_UNTIL_LOST = 3;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Connector connector;
    private final Duration timeout;
    private final Runnable reconnected;
    private final ScheduledExecutorService opener =
            Executors.newSingleThreadScheduledExecutor(task -> Threads.daemon(task, "relay-connect-1"));
    private final AtomicInteger timeoutsInARow = new AtomicInteger();
    private final EarlyCommands early = new EarlyCommands();
    private final ServerSettings settings = new ServerSettings();

    /** Completed when the connection stands; a new one after each loss. Guarded by this. */
    private CompletableFuture<Session> session = new CompletableFuture<>();

    private int failures; // of opening, in a row; only the opener's thread
    private boolean everOpened; // only the opener's thread
    private boolean closed; // guarded by this
    private boolean left; // a connection, within the last second; guarded by this

    /** @param reconnected called when it stands again after it was lost; must not throw */
    SharedLink(Connector connector, Duration timeout, Runnable reconnected) {
        this.connector = connector;
        this.timeout = timeout;
        this.reconnected = reconnected;
        opener.execute(this::open);
    }

    boolean isConnected() {
        CompletableFuture<Session> current = current();
        return current.isDone()
                && !current.isCompletedExceptionally()
                && !current.join().isLost();
    }

    /** What in the server's settings endangers messages. */
    List<String> warnings() {
        return settings.warnings();
    }

    /** Runs a script; the reply's arrays are lists, its strings byte arrays, its numbers longs. */
    CompletableFuture<List<Object>> eval(Script script, byte[] prefix, byte[]... arguments) {
        byte[][] keys = {prefix};
        return SharedLink.<List<Object>>recover(
                send(redis -> redis.evalsha(script.sha(), ScriptOutputType.MULTI, keys, arguments)),
                failure -> failure instanceof RedisNoScriptException,
                () -> send(redis -> redis.eval(script.source(), ScriptOutputType.MULTI, keys, arguments)));
    }

    /** Sends a command. The future fails with a {@link LinkException} if no answer comes. */
    <T> CompletableFuture<T> send(Function<RedisAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        CompletableFuture<Session> current = current();
        CompletableFuture<T> later = new CompletableFuture<>();
        return early.keep(() -> forward(command, later)) ? bounded(later, current) : bounded(sendNow(command), current);
    }

    private <T> CompletableFuture<T> sendNow(Function<RedisAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        CompletableFuture<Session> current = current();
        return current.isDone() && !current.isCompletedExceptionally()
                ? current.join().send(command)
                : current.thenCompose(open -> open.send(command));
    }

    private <T> void forward(
            Function<RedisAsyncCommands<byte[], byte[]>, RedisFuture<T>> command, CompletableFuture<T> to) {
        if (!to.isDone()) {
            CompletableFuture<T> sent = sendNow(command);
            sent.whenComplete((value, failure) -> Failures.pass(value, failure, to));
            to.whenComplete((value, failure) -> {
                if (failure != null) {
                    sent.completeExceptionally(failure); // given up
                }
            });
        }
    }

    private <T> CompletableFuture<T> bounded(CompletableFuture<T> reply, CompletableFuture<Session> on) {
        CompletableFuture<T> result = new CompletableFuture<>();
        reply.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).whenComplete((value, failure) -> {
            Throwable cause = Failures.unwrap(failure);
            if (cause == null) {
                timeoutsInARow.set(0);
                result.complete(value);
            } else if (cause instanceof TimeoutException
                    || cause instanceof io.lettuce.core.RedisCommandTimeoutException) {
                noteTimeout(on);
                result.completeExceptionally(
                        new LinkException("no answer within " + timeout.toMillis() + " ms", on.isDone(), null));
            } else {
                if (Failures.isMisdirected(cause)) {
                    leave(on);
                }
                result.completeExceptionally(cause);
            }
        });
        return result;
    }

    /** Another server is in charge: the next connection finds it. Not too often, in case that none is. */
    private void leave(CompletableFuture<Session> on) {
        synchronized (this) {
            if (left || closed || !on.isDone() || on.isCompletedExceptionally()) {
                return;
            }
            left = true;
        }
        opener.schedule(this::mayLeave, LONGEST_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        on.join().retire();
    }

    private synchronized void mayLeave() {
        left = false;
    }

    /** An answer that never comes may mean a connection that is half open. */
    private void noteTimeout(CompletableFuture<Session> on) {
        if (timeoutsInARow.incrementAndGet() >= TIMEOUTS_UNTIL_LOST && on.isDone() && !on.isCompletedExceptionally()) {
            timeoutsInARow.set(0);
            on.join().lose();
        }
    }

    private static <T> CompletableFuture<T> recover(
            CompletableFuture<T> first,
            java.util.function.Predicate<Throwable> when,
            java.util.function.Supplier<CompletableFuture<T>> other) {
        CompletableFuture<T> result = new CompletableFuture<>();
        first.whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else if (when.test(failure)) {
                other.get().whenComplete((late, second) -> Failures.pass(late, second, result));
            } else {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    private synchronized CompletableFuture<Session> current() {
        return session;
    }

    private void open() {
        if (isClosed()) {
            return;
        }
        try {
            Session opened = new Session(connector.open("relay-shared", timeout), this::lost);
            load(opened);
            settings.read(opened);
            if (failures > 0) {
                log.info("Redis can be reached again");
            }
            failures = 0;
            settleWith(opened, null);
            early.release();
            if (everOpened) {
                reconnected.run();
            }
            everOpened = true;
        } catch (RuntimeException | Error e) {
            if (isClosed()) {
                return;
            }
            if (failures++ == 0) {
                log.warn("Redis cannot be reached, will keep trying: {}", Failures.describe(e));
            }
            settleWith(null, new LinkException(Failures.describe(e), false, e));
            early.release();
            reopen();
        }
    }

    /** The first publish is not to wait for its script, nor to be overtaken while it does. If it is forbidden, it does. */
    private static void load(Session opened) {
        var unused = opened.send(redis -> redis.scriptLoad(Script.PUBLISH.source()));
    }

    private synchronized void settleWith(@Nullable Session opened, @Nullable LinkException failure) {
        if (opened != null && closed) {
            opened.lose();
        } else if (opened != null) {
            if (!session.complete(opened)) {
                session = CompletableFuture.completedFuture(opened);
            }
        } else if (failure != null && !session.completeExceptionally(failure)) {
            session = CompletableFuture.failedFuture(failure);
        }
    }

    private void lost() {
        synchronized (this) {
            session = CompletableFuture.failedFuture(new LinkException("the connection is lost", false, null));
        }
        reopen();
    }

    private void reopen() {
        if (!isClosed()) {
            long pause = Math.min(LONGEST_PAUSE_MILLIS, 50L << Math.min(failures, 5));
            long jittered = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
            opener.schedule(this::open, jittered, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Closes the connection; needs no answer. Commands under way fail. */
    void close() {
        CompletableFuture<Session> last;
        synchronized (this) {
            closed = true;
            last = session;
        }
        opener.shutdownNow();
        last.completeExceptionally(new LinkException("this Relay is closed", false, null));
        early.release();
        last.whenComplete((open, failure) -> {
            if (open != null) {
                open.close();
            }
        });
    }
}
