package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.DeadLettered;
import io.relaymq.DeliveriesStalled;
import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerChanged;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes what Relay tells as events of the application, on a thread made for them, so that a slow listener holds up no
 * observer: meters are counted by one. What retention takes faster than the listeners take it is added up, so that nothing is lost and nothing piles up; of the
 * rest at most {@value #MOST_WAITING} events wait, and what comes then is left out and logged.
 */
final class ApplicationEvents implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ApplicationEvents.class);

    static final int MOST_WAITING = 1_000;

    private final ApplicationEventPublisher publisher;
    private final ThreadPoolExecutor thread;

    /** By broadcast, what was not yet published. Guarded by itself. */
    private final Map<String, BroadcastTrimmed> waiting = new LinkedHashMap<>();

    /** Single events that were not yet published. */
    private final AtomicInteger queued = new AtomicInteger();

    private final AtomicLong leftOut = new AtomicLong();

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
            public void workerChanged(WorkerChanged event) {
                add(event);
            }

            @Override
            public void deadLettered(DeadLettered event) {
                add(event);
            }

            @Override
            public void stalled(DeliveriesStalled event) {
                add(event);
            }

            @Override
            public void expired(SubscriptionExpired event) {
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
            execute(() -> publish(event.broadcast()));
        }
    }

    private void add(Object event) {
        if (queued.incrementAndGet() > MOST_WAITING) {
            queued.decrementAndGet();
            if (leftOut.getAndIncrement() == 0) {
                log.warn(
                        "Listeners are slower than Relay's events: what comes while {} wait is left out", MOST_WAITING);
            }
            return;
        }
        execute(() -> {
            if (queued.decrementAndGet() == 0 && leftOut.get() > 0) {
                log.warn("{} events of Relay were left out while its listeners were too slow", leftOut.getAndSet(0));
            }
            tell(event);
        });
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            log.trace("The application has stopped: nobody listens any more", e);
        }
    }

    private void publish(String broadcast) {
        @Nullable BroadcastTrimmed event;
        synchronized (waiting) {
            event = waiting.remove(broadcast);
        }
        if (event != null) {
            tell(event);
        }
    }

    private void tell(Object event) {
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
        Thread thread = new Thread(task, "relay-application-events-1");
        thread.setDaemon(true);
        return thread;
    }
}
