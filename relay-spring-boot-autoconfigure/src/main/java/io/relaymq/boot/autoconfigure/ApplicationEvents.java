package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes what Relay tells as events of the application, on a thread of its own: an observer is called on the thread that
 * reads Redis' answers, where a listener that publishes or asks Redis would wait for itself. What comes faster than the listeners
 * take it is added up, so that nothing is lost and nothing piles up.
 */
final class ApplicationEvents implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ApplicationEvents.class);

    private final ApplicationEventPublisher publisher;
    private final ThreadPoolExecutor thread;

    /** By broadcast, what was not yet published. Guarded by itself. */
    private final Map<String, BroadcastTrimmed> waiting = new LinkedHashMap<>();

    ApplicationEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
        this.thread = new ThreadPoolExecutor(
                1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ApplicationEvents::thread);
        thread.allowCoreThreadTimeOut(true);
    }

    /** What Relay is to tell. */
    RelayObserver observer() {
        return new RelayObserver() {
            @Override
            public void trimmed(BroadcastTrimmed event) {
                add(event);
            }

            @Override
            public String toString() {
                return "of application events";
            }
        };
    }

    @Override
    public void close() {
        thread.shutdown();
    }

    private void add(BroadcastTrimmed event) {
        boolean first;
        synchronized (waiting) {
            first = waiting.merge(event.broadcast(), event, ApplicationEvents::sum) == event;
        }
        if (first) {
            try {
                thread.execute(() -> publish(event.broadcast()));
            } catch (RejectedExecutionException e) {
                log.trace("The application has stopped: nobody listens any more", e);
            }
        }
    }

    private void publish(String broadcast) {
        @Nullable BroadcastTrimmed event;
        synchronized (waiting) {
            event = waiting.remove(broadcast);
        }
        if (event == null) {
            return;
        }
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException | Error e) {
            log.warn("A listener of {} failed; nothing else is changed by it", event, e);
        }
    }

    private static BroadcastTrimmed sum(BroadcastTrimmed before, BroadcastTrimmed event) {
        Map<String, Long> drops = new HashMap<>(before.unreadDrops());
        event.unreadDrops().forEach((subscription, dropped) -> drops.merge(subscription, dropped, Long::sum));
        return new BroadcastTrimmed(before.broadcast(), before.trimmed() + event.trimmed(), drops);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "relay-events-1");
        thread.setDaemon(true);
        return thread;
    }
}
