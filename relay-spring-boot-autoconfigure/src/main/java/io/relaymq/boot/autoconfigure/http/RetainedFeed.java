package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Broadcast;
import io.relaymq.RetainedValue;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a client the retained values, page by page as it takes them, and then what follows. */
final class RetainedFeed {

    private static final Logger log = LoggerFactory.getLogger(RetainedFeed.class);
    private static final int PAGE = 100;

    private final Broadcast broadcast;
    private final List<String> patterns;
    private final Cursor newest;
    private final EventStream stream;
    private final Executor blocking;
    private final Runnable then;
    private @Nullable String after; // guarded by this
    private boolean reading; // guarded by this

    /**
     * @param newest where the log stands: what was published later comes as a message
     * @param then what follows the last value
     */
    RetainedFeed(
            Broadcast broadcast,
            List<String> patterns,
            Cursor newest,
            EventStream stream,
            Executor blocking,
            Runnable then) {
        this.broadcast = broadcast;
        this.patterns = patterns;
        this.newest = newest;
        this.stream = stream;
        this.blocking = blocking;
        this.then = then;
    }

    void start() {
        stream.whenIdle(this::readOn);
        readOn();
    }

    private void readOn() {
        synchronized (this) {
            if (reading || stream.isEnded()) {
                return;
            }
            reading = true;
        }
        blocking.execute(this::read);
    }

    private void read() {
        try {
            List<RetainedValue> page = broadcast.retained().page(patterns, after(), PAGE);
            page.stream()
                    .filter(value -> Cursor.of(value.id()).compareTo(newest) <= 0)
                    .forEach(value -> stream.add(TailFrames.retained(value)));
            if (page.size() < PAGE) {
                then.run();
            } else {
                goOn(page.get(page.size() - 1).id());
            }
            stream.hand();
        } catch (RuntimeException e) {
            log.debug("A stream ends, for the retained values cannot be read", e);
            stream.end();
        }
    }

    private synchronized @Nullable String after() {
        return after;
    }

    private synchronized void goOn(String last) {
        after = last;
        reading = false;
    }
}
