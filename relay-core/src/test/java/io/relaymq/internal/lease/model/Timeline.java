package io.relaymq.internal.lease.model;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time in milliseconds, and what is to happen. Events at one time happen in the order they were planned. */
final class Timeline {

    private record Event(long time, long number, Runnable action) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
    private long now;
    private long planned;

    long now() {
        return now;
    }

    void at(long time, Runnable action) {
        events.add(new Event(Math.max(time, now), ++planned, action));
    }

    void after(long millis, Runnable action) {
        at(now + millis, action);
    }

    /** Lets the next event happen. False if there is none before the end. */
    boolean step(long end) {
        Event next = events.peek();
        if (next == null || next.time() > end) {
            return false;
        }
        events.remove();
        now = next.time();
        next.action().run();
        return true;
    }
}
