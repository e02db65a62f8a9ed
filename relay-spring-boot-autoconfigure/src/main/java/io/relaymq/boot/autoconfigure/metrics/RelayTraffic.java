package io.relaymq.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RelayObserver;
import io.relaymq.RelayUnavailableException;
import io.relaymq.ReleaseMessageException;
import io.relaymq.RetryAfterException;
import io.relaymq.SubscriptionExpired;
import io.relaymq.spring.RelayInstrumentation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The meters of what this process does, as it does it; in every registry it is bound to. */
final class RelayTraffic implements RelayInstrumentation, RelayObserver, MeterBinder {

    private final LongSupplier nanoTime;
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    /** Those used so far, one for each registry. */
    private final Map<Key, List<Counter>> counters = new ConcurrentHashMap<>();

    private final Map<Run, List<Timer>> timers = new ConcurrentHashMap<>();

    RelayTraffic(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        counters.clear(); // they are looked up again, with this registry
        timers.clear();
        count(RelayMeter.RECONNECTS, Tags.empty(), 0);
    }

    @Override
    public Publishing publishing(String broadcast, Message message) {
        return new CountedPublish(message, broadcast);
    }

    @Override
    public Handling handling(Delivery delivery) {
        long begin = nanoTime.getAsLong();
        return failure -> {
            Subscription subscription = new Subscription(delivery.broadcast(), delivery.subscription());
            long nanos = nanoTime.getAsLong() - begin;
            timers.computeIfAbsent(new Run(subscription, outcome(failure)), this::timers)
                    .forEach(timer -> timer.record(nanos, TimeUnit.NANOSECONDS));
        };
    }

    @Override
    public void trimmed(BroadcastTrimmed event) {
        count(RelayMeter.TRIMMED, Tags.of("broadcast", event.broadcast()), event.trimmed());
    }

    /** Without its name, for it is gone: a name for each that comes and goes would be meters without end. */
    @Override
    public void expired(SubscriptionExpired event) {
        count(RelayMeter.EXPIRED_SUBSCRIPTIONS, Tags.of("broadcast", event.broadcast()), 1);
    }

    @Override
    public void reconnected() {
        count(RelayMeter.RECONNECTS, Tags.empty(), 1);
    }

    /** Takes away the meters of handlers whose subscription has no worker any more. */
    void keepOnly(Predicate<Subscription> present) {
        for (Run run : timers.keySet()) {
            if (!present.test(run.subscription())) {
                timers.remove(run);
                registries.forEach(registry -> registry.find(RelayMeter.HANDLER_TIME.meterName())
                        .tags(run.tags())
                        .meters()
                        .forEach(registry::remove));
            }
        }
    }

    @Override
    public String toString() {
        return "of meters";
    }

    private void count(RelayMeter meter, Tags tags, double by) {
        counters.computeIfAbsent(new Key(meter, tags), this::counters).forEach(counter -> counter.increment(by));
    }

    private List<Counter> counters(Key key) {
        return registries.stream()
                .map(registry -> Counter.builder(key.meter().meterName())
                        .description(key.meter().description())
                        .tags(key.tags())
                        .register(registry))
                .toList();
    }

    private List<Timer> timers(Run run) {
        return registries.stream()
                .map(registry -> Timer.builder(RelayMeter.HANDLER_TIME.meterName())
                        .description(RelayMeter.HANDLER_TIME.description())
                        .tags(run.tags())
                        .register(registry))
                .toList();
    }

    private static String outcome(@Nullable Throwable failure) {
        if (failure == null) {
            return "success";
        }
        boolean later = failure instanceof ReleaseMessageException || failure instanceof RetryAfterException;
        return later ? "later" : "failure";
    }

    private static String outcome(@Nullable PublishResult result, @Nullable Throwable failure) {
        if (result != null) {
            return result.duplicate() ? "duplicate" : "stored";
        }
        if (failure instanceof RelayUnavailableException) {
            return "unavailable";
        }
        return failure instanceof PublishOutcomeUnknownException ? "unknown" : "refused";
    }

    private record Key(RelayMeter meter, Tags tags) {}

    /** Which one, of which broadcast. */
    record Subscription(String broadcast, String name) {}

    private record Run(Subscription subscription, String outcome) {

        Tags tags() {
            return Tags.of(
                    "broadcast", subscription.broadcast(), "subscription", subscription.name(), "outcome", outcome);
        }
    }

    private final class CountedPublish implements Publishing {

        private final Message message;
        private final String broadcast;

        CountedPublish(Message message, String broadcast) {
            this.message = message;
            this.broadcast = broadcast;
        }

        @Override
        public Message message() {
            return message;
        }

        @Override
        public void finished(@Nullable PublishResult result, @Nullable Throwable failure) {
            Tags tags = Tags.of("broadcast", broadcast, "outcome", outcome(result, failure));
            count(RelayMeter.PUBLISHED, tags, 1);
        }
    }
}
