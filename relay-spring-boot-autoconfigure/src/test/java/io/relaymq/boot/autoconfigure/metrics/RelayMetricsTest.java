package io.relaymq.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.SubscriptionCounters;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RelayMetricsTest {

    private static final Tags TAGS = Tags.of("broadcast", "events", "subscription", "billing");

    private static final int SAMPLED =
            (int) Stream.of(RelayMeter.values()).filter(RelayMeter::isSampled).count();

    private final FakeRelay relay = new FakeRelay();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final RelayTraffic traffic = new RelayTraffic(System::nanoTime);
    private final RelayMetrics metrics = new RelayMetrics(relay, traffic);

    @AfterEach
    void close() {
        metrics.close();
    }

    private FakeWorker worker() {
        return (FakeWorker)
                relay.broadcast("events").subscribe(WorkerOptions.of("billing").build(), delivery -> {});
    }

    private static SubscriptionStatus sample(@Nullable Duration oldest) {
        return new SubscriptionStatus(
                "billing",
                List.of(),
                false,
                false,
                1,
                2,
                3,
                4,
                List.of("c"),
                oldest,
                new SubscriptionCounters(6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 5, null, null, null));
    }

    private double gauge(String name) {
        return registry.get("relay.subscription." + name).tags(TAGS).gauge().value();
    }

    private double counter(String name) {
        return registry.get("relay.subscription." + name)
                .tags(TAGS)
                .functionCounter()
                .count();
    }

    @Test
    void every_meter_shows_the_last_sample() {
        worker().sample = sample(Duration.ofMillis(1500));
        metrics.bindTo(registry);
        metrics.runOnce();

        assertThat(gauge("lag")).isEqualTo(1);
        assertThat(gauge("pending")).isEqualTo(5);
        assertThat(gauge("waiting")).isEqualTo(3);
        assertThat(gauge("oldest.unread.age")).isEqualTo(1.5);
        assertThat(gauge("in.flight")).isEqualTo(2);
        assertThat(gauge("dead")).isEqualTo(4);
        assertThat(counter("unread.dropped")).isEqualTo(5);
        assertThat(counter("acked")).isEqualTo(6);
        assertThat(counter("retried")).isEqualTo(7);
        assertThat(counter("stalled")).isEqualTo(8);
        assertThat(counter("late")).isEqualTo(9);
        assertThat(counter("expired")).isEqualTo(10);
        assertThat(counter("dead.dropped")).isEqualTo(12);
        assertThat(registry.getMeters())
                .hasSize(SAMPLED)
                .allSatisfy(meter -> assertThat(meter.getId().getDescription()).isNotBlank());
    }

    @Test
    void what_is_not_known_is_no_number_and_a_counter_waits_for_its_first_value() {
        FakeWorker worker = worker();
        metrics.bindTo(registry);
        metrics.runOnce();
        assertThat(gauge("lag")).isNaN();
        assertThat(gauge("in.flight")).isEqualTo(2);
        assertThat(registry.find("relay.subscription.acked").functionCounter()).isNull();

        worker.sample = sample(null);
        metrics.runOnce();

        assertThat(gauge("lag")).isEqualTo(1);
        assertThat(gauge("oldest.unread.age")).isZero();
        assertThat(counter("acked")).isEqualTo(6);
    }

    @Test
    void nobody_asks_for_a_status_once_all_meters_are_registered() {
        FakeWorker worker = worker();
        metrics.bindTo(registry);
        metrics.runOnce();
        assertThat(worker.statusAsked).hasPositiveValue();
        worker.sample = sample(null);
        metrics.runOnce();
        worker.statusAsked.set(0);

        metrics.runOnce();

        assertThat(worker.statusAsked).hasValue(0);
        assertThat(counter("acked")).isEqualTo(6);
        assertThat(worker.statusAsked).hasValue(1);
    }

    @Test
    void a_gauge_does_not_turn_into_nan_when_garbage_is_collected() {
        worker().sample = sample(null);
        metrics.bindTo(registry);
        metrics.runOnce();

        for (int i = 0; i < 5; i++) {
            System.gc();
        }

        assertThat(gauge("lag")).isEqualTo(1);
        assertThat(counter("acked")).isEqualTo(6);
    }

    @Test
    void meters_come_and_go_with_their_worker() {
        metrics.bindTo(registry);
        assertThat(metrics.runOnce()).isZero();
        FakeWorker worker = worker();
        await().until(() -> !registry.getMeters().isEmpty());

        worker.close();

        await().until(() -> registry.getMeters().isEmpty());
    }

    @Test
    void a_new_worker_of_the_same_subscription_takes_the_meters_over() {
        FakeWorker first = worker();
        metrics.bindTo(registry);
        metrics.runOnce();
        first.close();
        worker().sample = sample(null);

        metrics.runOnce();

        assertThat(gauge("lag")).isEqualTo(1);
        assertThat(registry.getMeters()).hasSize(SAMPLED);
    }

    @Test
    void the_binder_is_there_with_a_relay_and_a_registry() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(MetricsAutoConfiguration.class, RelayMetricsAutoConfiguration.class));
        runner.withBean(Relay.class, () -> relay)
                .run(context -> assertThat(context).doesNotHaveBean(RelayMetrics.class));
        runner.withBean(MeterRegistry.class, () -> registry)
                .run(context -> assertThat(context).doesNotHaveBean(RelayMetrics.class));
        List<BroadcastWorker> workers = List.of(worker());
        runner.withBean(Relay.class, () -> relay)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    MeterRegistry bound = context.getBean(MeterRegistry.class);
                    await().until(() ->
                            bound.find("relay.subscription.lag").gauges().size() == workers.size());
                });
    }
}
