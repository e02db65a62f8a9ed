package io.relaymq.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageTooLargeException;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.PublishResult;
import io.relaymq.RelayUnavailableException;
import io.relaymq.RetryAfterException;
import io.relaymq.SubscriptionExpired;
import io.relaymq.WorkerOptions;
import io.relaymq.boot.autoconfigure.metrics.RelayTraffic.Subscription;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import io.relaymq.spring.RelayInstrumentation;
import io.relaymq.spring.RelayInstrumentation.Handling;
import io.relaymq.spring.RelayInstrumentation.Publishing;
import io.relaymq.spring.observation.RelayObservationInstrumentation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RelayTrafficTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private long now;
    private final RelayTraffic traffic = new RelayTraffic(() -> now);

    private void publish(RelayInstrumentation by, String subject, @Nullable Throwable failure, boolean duplicate) {
        Publishing publishing = by.publishing("events", Message.of(subject, 1));
        PublishResult result = failure == null ? new PublishResult("1-0", subject, 1, 0, Map.of(), duplicate) : null;
        Objects.requireNonNull(publishing).finished(result, failure);
    }

    private static FakeWorker worker(RelayInstrumentation by, @Nullable Throwable failure) {
        return (FakeWorker) new FakeRelay()
                .broadcast("events")
                .subscribe(WorkerOptions.of("billing").build(), delivery -> run(by, delivery, failure));
    }

    private static void run(RelayInstrumentation by, Delivery delivery, @Nullable Throwable failure) {
        Handling handling = Objects.requireNonNull(by.handling(delivery));
        handling.returned();
        handling.finished(failure);
    }

    private double published(String outcome) {
        return registry.get("relay.published")
                .tags("broadcast", "events", "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void publishes_are_counted_by_what_became_of_them() {
        traffic.bindTo(registry);
        publish(traffic, "a", null, false);
        publish(traffic, "a", null, false);
        publish(traffic, "a", null, true);
        publish(traffic, "a", new RelayUnavailableException("away"), false);
        publish(traffic, "a", new PublishOutcomeUnknownException("no answer", null), false);
        publish(traffic, "a", new MessageTooLargeException("large"), false);

        assertThat(published("stored")).isEqualTo(2);
        assertThat(published("duplicate")).isEqualTo(1);
        assertThat(published("unavailable")).isEqualTo(1);
        assertThat(published("unknown")).isEqualTo(1);
        assertThat(published("refused")).isEqualTo(1);
    }

    @Test
    void handlers_are_timed_by_outcome_until_their_subscription_has_no_worker() throws Exception {
        traffic.bindTo(registry);
        FakeWorker slow = (FakeWorker) new FakeRelay()
                .broadcast("events")
                .subscribe(WorkerOptions.of("billing").build(), delivery -> {
                    Handling handling = Objects.requireNonNull(traffic.handling(delivery));
                    now += Duration.ofSeconds(2).toNanos();
                    handling.finished(null);
                });
        slow.deliver("a", 1);
        worker(traffic, new IllegalStateException()).deliver("a", 1);
        worker(traffic, new RetryAfterException(Duration.ZERO)).deliver("a", 1);

        var timers = registry.get("relay.handler.time").tags("broadcast", "events", "subscription", "billing");
        assertThat(timers.tag("outcome", "success").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(2);
        assertThat(registry.get("relay.handler.time").timers())
                .extracting(timer -> timer.getId().getTag("outcome"))
                .containsExactlyInAnyOrder("success", "failure", "later");

        traffic.keepOnly(new Subscription("events", "billing")::equals);
        assertThat(registry.find("relay.handler.time").timers()).hasSize(3);
        traffic.keepOnly(present -> false);
        assertThat(registry.find("relay.handler.time").timers()).isEmpty();
    }

    @Test
    void trims_and_reconnects_are_counted_in_every_registry_also_in_one_that_comes_later() {
        MeterRegistry second = new SimpleMeterRegistry();
        traffic.bindTo(registry);
        traffic.trimmed(new BroadcastTrimmed("events", 3, Map.of()));
        traffic.bindTo(second);
        traffic.trimmed(new BroadcastTrimmed("events", 4, Map.of()));
        traffic.reconnected();

        assertThat(registry.get("relay.trimmed").counter().count()).isEqualTo(7);
        assertThat(second.get("relay.trimmed").counter().count()).isEqualTo(4);
        assertThat(List.of(registry, second))
                .allSatisfy(
                        one -> assertThat(one.get("relay.reconnects").counter().count())
                                .isEqualTo(1));
    }

    @Test
    void subscriptions_that_expire_are_counted_for_each_broadcast_and_make_no_meter_each() {
        traffic.bindTo(registry);
        for (int i = 0; i < 3; i++) {
            traffic.expired(new SubscriptionExpired("events", "instance-" + i, 1, 2, 3, Duration.ofDays(1)));
        }

        assertThat(registry.get("relay.expired.subscriptions").meters()).hasSize(1);
        assertThat(registry.get("relay.expired.subscriptions")
                        .tags("broadcast", "events")
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void a_hundred_thousand_subjects_and_ids_make_no_more_meters_than_one() throws Exception {
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
        var observed = new RelayObservationInstrumentation(observations, null, null, null);
        traffic.bindTo(registry);
        FakeWorker counted = worker(traffic, null);
        FakeWorker timed = worker(observed, null);
        publish(traffic, "s", null, false);
        publish(observed, "s", null, false);
        counted.deliver("s", 1);
        timed.deliver("s", 1);
        int meters = registry.getMeters().size();

        for (int i = 0; i < 100_000; i++) {
            publish(traffic, "s." + i, null, false);
            publish(observed, "s." + i, null, false);
            counted.deliver("s." + i, null);
            timed.deliver("s." + i, null);
        }

        assertThat(registry.getMeters()).hasSize(meters);
    }
}
