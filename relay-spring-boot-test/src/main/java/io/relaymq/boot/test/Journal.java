package io.relaymq.boot.test;

import io.relaymq.DeadLettered;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.RelayObserver;
import io.relaymq.spring.RelayInstrumentation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What was published and what became of it, in order. */
final class Journal implements RelayInstrumentation, RelayObserver {

    enum Kind {
        STARTED,
        HANDLED,
        FAILED,
        DEAD
    }

    record Entry(Kind kind, String broadcast, String subscription, String messageId, int attempt, String detail) {

        @Override
        public String toString() {
            return subscription + ": " + kind + " in attempt " + attempt
                    + (detail.isEmpty() ? "" : " (" + detail + ")");
        }
    }

    /** A message that was published with success. */
    record Publication(String broadcast, Message message) {}

    private final List<Publication> published = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    @Override
    public Publishing publishing(String broadcast, Message message) {
        return new Publishing() {
            @Override
            public Message message() {
                return message;
            }

            @Override
            public void finished(@Nullable PublishResult result, @Nullable Throwable failure) {
                if (result != null) {
                    recordPublished(new Publication(broadcast, message));
                }
            }
        };
    }

    @Override
    public Handling handling(Delivery delivery) {
        add(entry(Kind.STARTED, delivery, ""));
        return failure -> add(
                failure == null ? entry(Kind.HANDLED, delivery, "") : entry(Kind.FAILED, delivery, failure.toString()));
    }

    @Override
    public void deadLettered(DeadLettered event) {
        add(new Entry(
                Kind.DEAD,
                event.broadcast(),
                event.subscription(),
                event.messageId(),
                event.attempts(),
                event.failure().toString()));
    }

    synchronized List<Publication> published() {
        return List.copyOf(published);
    }

    synchronized List<Entry> of(String broadcast, String messageId) {
        return entries.stream()
                .filter(e -> e.broadcast().equals(broadcast) && e.messageId().equals(messageId))
                .toList();
    }

    /** Whether the entries of the message came to fulfil the condition in time. */
    synchronized boolean await(String broadcast, String id, Duration atMost, Predicate<List<Entry>> condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.test(of(broadcast, id))) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }

    private static Entry entry(Kind kind, Delivery delivery, String detail) {
        return new Entry(
                kind, delivery.broadcast(), delivery.subscription(), delivery.id(), delivery.attempt(), detail);
    }

    private synchronized void recordPublished(Publication publication) {
        published.add(publication);
    }

    private synchronized void add(Entry entry) {
        entries.add(entry);
        notifyAll();
    }
}
