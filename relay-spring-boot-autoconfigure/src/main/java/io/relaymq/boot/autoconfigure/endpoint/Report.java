package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.BroadcastWorker;
import io.relaymq.DeadLetter;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is shown of workers, subscriptions and dead letters. What is not known is not shown. */
final class Report {

    private final Map<String, Object> fields = new LinkedHashMap<>();

    static Map<String, Object> of(BroadcastWorker worker) {
        WorkerStatus status = worker.status();
        return new Report()
                .add("broadcast", worker.broadcast())
                .add("subscription", worker.subscription())
                .add("state", status.state().name())
                .add("concurrency", worker.options().concurrency())
                .add("running", status.running())
                .add("stuck", status.stuck())
                .add("inFlight", status.inFlight())
                .add("lastReadAge", seconds(status.sinceLastRead()))
                .add("problem", status.problem())
                .add("drift", status.drift())
                .fields;
    }

    static Map<String, Object> of(SubscriptionStatus status) {
        return new Report()
                .add("subscription", status.subscription())
                .add("patterns", status.patterns())
                .add("paused", status.paused())
                .add("copying", status.copying())
                .add("lag", status.lag())
                .add("pending", status.pending())
                .add("waiting", status.waiting())
                .add("dead", status.dead())
                .add("consumers", status.consumers())
                .add("oldestUnreadAge", seconds(status.oldestUnreadAge()))
                .add("counters", of(status.counters()))
                .fields;
    }

    private static Map<String, Object> of(SubscriptionCounters counters) {
        return new Report()
                .add("acked", counters.acked())
                .add("retried", counters.retried())
                .add("stalled", counters.stalled())
                .add("late", counters.late())
                .add("expired", counters.expired())
                .add("deadLettered", counters.deadLettered())
                .add("deadDropped", counters.deadDropped())
                .add("replayed", counters.replayed())
                .add("discarded", counters.discarded())
                .add("skipped", counters.skipped())
                .add("unreadDrops", counters.unreadDrops())
                .add("firstDropId", counters.firstDropId())
                .add("lastDropId", counters.lastDropId())
                .add("lastDropAt", text(counters.lastDropAt()))
                .fields;
    }

    /** @param full with what the message's publisher wrote: payload and values of headers */
    static Map<String, Object> of(DeadLetter letter, boolean full) {
        Report report = new Report()
                .add("id", letter.id())
                .add("messageId", letter.messageId())
                .add("subject", letter.subject())
                .add("cause", letter.cause())
                .add("detail", letter.detail())
                .add("attempts", letter.attempts())
                .add("stalls", letter.stalls())
                .add("replays", letter.replays())
                .add("firstFailedAt", text(letter.firstFailedAt()))
                .add("diedAt", text(letter.diedAt()))
                .add("consumer", letter.consumer())
                .add("size", letter.data().length);
        return full
                ? report.add("headers", letter.headers())
                        .add("payload", new String(letter.data(), StandardCharsets.UTF_8))
                        .fields
                : report.add("headerNames", new TreeSet<>(letter.headers().keySet())).fields;
    }

    private Report add(String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Double seconds(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis() / 1000.0;
    }
}
