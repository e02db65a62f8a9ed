package io.relaymq.boot.autoconfigure.http;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.server.WebHandler;

/** The edge of an application, from its start to its end. Its streams end before the web server waits for its requests to end. */
final class HttpEdge implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HttpEdge.class);

    /** Above the graceful shutdown of the web server, so stopped before. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

    private final WebHandler handler;
    private final Streams streams;
    private final EventsRoute events;
    private final TailRoute tail;
    private final Duration interval;
    private volatile @Nullable ScheduledExecutorService timer;

    /** @param interval how often streams are looked after */
    HttpEdge(WebHandler handler, Streams streams, EventsRoute events, TailRoute tail, Duration interval) {
        this.handler = handler;
        this.streams = streams;
        this.events = events;
        this.tail = tail;
        this.interval = interval;
    }

    WebHandler handler() {
        return handler;
    }

    Streams streams() {
        return streams;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task guards itself
    public void start() {
        streams.reopen();
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(EdgeThreads.named("relay-http-"));
        started.scheduleWithFixedDelay(this::runOnce, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        long confirmation = EventStream.CONFIRMATION.toMillis() / 2;
        started.scheduleWithFixedDelay(this::confirm, confirmation, confirmation, TimeUnit.MILLISECONDS);
        timer = started;
    }

    private void runOnce() {
        try {
            streams.runOnce();
            events.runOnce();
            tail.runOnce();
        } catch (RuntimeException e) {
            log.error("The streams could not be looked after, will try again", e);
        }
    }

    private void confirm() {
        try {
            streams.confirm();
        } catch (RuntimeException e) {
            log.error("What was sent could not be confirmed, will try again", e);
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService started = timer;
        if (started != null) {
            started.shutdownNow();
            timer = null;
        }
        streams.close();
        events.close();
        tail.close();
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
