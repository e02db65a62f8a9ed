package io.relaymq.internal.follow;

import io.relaymq.LogPage;
import io.relaymq.MessageLog;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.store.LogStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows one log: waits, reads pages until there are no more, waits again. Nothing but its close ends it. */
final class LogLoop implements MessageLog.Following, Runnable {

    private static final Logger log = LoggerFactory.getLogger(LogLoop.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final int PAGE = 500;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final String broadcast;
    private final BiFunction<String, Integer, CompletableFuture<LogPage>> reader;
    private final LogStore.Watch watch;
    private final Consumer<LogPage> pages;
    private final Consumer<LogLoop> whenClosed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable String position; // of the loop's thread
    private boolean more; // of the loop's thread
    private int failures; // of the loop's thread

    LogLoop(
            String broadcast,
            BiFunction<String, Integer, CompletableFuture<LogPage>> reader,
            LogStore.Watch watch,
            Consumer<LogPage> pages,
            Consumer<LogLoop> whenClosed) {
        this.broadcast = broadcast;
        this.reader = reader;
        this.watch = watch;
        this.pages = pages;
        this.whenClosed = whenClosed;
    }

    @Override
    public void run() {
        while (isOpen()) {
            try {
                runOnce();
                failures = 0;
            } catch (InterruptedException e) {
                log.debug("The follower of broadcast '{}' was interrupted and goes on", broadcast);
            } catch (RelayUnavailableException e) {
                pause(e);
            } catch (RuntimeException | Error e) {
                if (isOpen()) {
                    log.error("Following broadcast '{}' failed, will keep trying", broadcast, e);
                    pause(e);
                }
            }
        }
    }

    private void runOnce() throws InterruptedException {
        String after = position;
        if (after != null && !more) {
            watch.await(after, LONGEST_WAIT);
        }
        LogPage page = read(after == null ? LogStore.NEWEST : after);
        if (isOpen() && (after == null || !page.messages().isEmpty())) {
            hand(page);
        }
        position = page.next();
        more = page.more();
    }

    private LogPage read(String after) {
        try {
            return reader.apply(after, PAGE).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RelayUnavailableException known) {
                throw known;
            }
            throw e;
        }
    }

    private void hand(LogPage page) {
        try {
            pages.accept(page);
        } catch (RuntimeException e) {
            log.error("A follower of broadcast '{}' failed with the page after {}", broadcast, page.after(), e);
        }
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void pause(Throwable why) {
        log.debug("Following broadcast '{}' is interrupted", broadcast, why);
        long millis = Math.min(LONGEST_PAUSE_MILLIS, 20L << Math.min(failures++, 6));
        try {
            var unused =
                    closed.await(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            log.debug("The follower of broadcast '{}' was interrupted and goes on", broadcast);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        watch.close();
        whenClosed.accept(this);
    }
}
