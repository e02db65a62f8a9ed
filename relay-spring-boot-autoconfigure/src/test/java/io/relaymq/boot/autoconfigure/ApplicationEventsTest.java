package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerChanged;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ApplicationEventsTest {

    private final List<Object> published = new CopyOnWriteArrayList<>();
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    private void listen(Object event) {
        published.add(event);
        busy.countDown();
        try {
            free.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void what_comes_while_the_listeners_are_busy_is_added_up_for_each_broadcast() throws Exception {
        try (ApplicationEvents events = new ApplicationEvents(this::listen)) {
            RelayObserver observer = events.observer();
            observer.trimmed(new BroadcastTrimmed("events", 1, Map.of()));
            busy.await();
            observer.trimmed(new BroadcastTrimmed("events", 2, Map.of("billing", 1L)));
            observer.trimmed(new BroadcastTrimmed("audit", 3, Map.of()));
            observer.trimmed(new BroadcastTrimmed("events", 4, Map.of("billing", 2L, "mail", 4L)));
            free.countDown();

            await().until(() -> published.size() == 3);
            assertThat(published)
                    .containsExactly(
                            new BroadcastTrimmed("events", 1, Map.of()),
                            new BroadcastTrimmed("events", 6, Map.of("billing", 3L, "mail", 4L)),
                            new BroadcastTrimmed("audit", 3, Map.of()));
        }
    }

    @Test
    void single_events_come_in_order_and_a_listener_that_never_returns_does_not_fill_the_memory() throws Exception {
        try (ApplicationEvents events = new ApplicationEvents(this::listen)) {
            RelayObserver observer = events.observer();
            observer.workerChanged(changed(0));
            busy.await();
            for (int i = 1; i <= 2 * ApplicationEvents.MOST_WAITING; i++) {
                observer.workerChanged(changed(i));
            }
            free.countDown();

            await().until(() -> published.size() == 1 + ApplicationEvents.MOST_WAITING);
            assertThat(published).startsWith(changed(0), changed(1), changed(2));
            observer.workerChanged(changed(-1));
            await().until(() -> published.contains(changed(-1)));
        }
    }

    private static WorkerChanged changed(int number) {
        return new WorkerChanged(WorkerChanged.Change.FAILED, "events", "billing", "problem " + number);
    }

    @Test
    void a_subscription_that_was_removed_is_an_event_of_the_application() {
        free.countDown();
        SubscriptionExpired event = new SubscriptionExpired("events", "billing", 1, 2, 3, Duration.ofDays(30));
        try (ApplicationEvents events = new ApplicationEvents(this::listen)) {
            new CompositeObserver(List.of(events.observer())).expired(event);

            await().until(() -> published.contains(event));
        }
    }

    @Test
    void after_the_end_nothing_is_published_and_nothing_fails() {
        free.countDown();
        ApplicationEvents events = new ApplicationEvents(this::listen);
        events.close();

        events.observer().trimmed(new BroadcastTrimmed("events", 1, Map.of()));

        assertThat(published).isEmpty();
    }
}
