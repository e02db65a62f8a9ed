package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.RelayOptions;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From properties to options. */
class RelayPropertiesTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RelayProperties.class)
    static class Mapper {
        @Bean
        RelayPropertiesMapper mapper(RelayProperties properties) {
            return new RelayPropertiesMapper(properties);
        }
    }

    private static void with(Consumer<RelayPropertiesMapper> check, String... properties) {
        new ApplicationContextRunner()
                .withUserConfiguration(Mapper.class)
                .withPropertyValues(properties)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.accept(context.getBean(RelayPropertiesMapper.class));
                });
    }

    private static WorkerOptions worker(RelayPropertiesMapper mapper, String subscription) {
        WorkerOptions.Builder builder = WorkerOptions.of(subscription, "a.*");
        mapper.customize("events", subscription, builder);
        return builder.build();
    }

    @Test
    void without_properties_everything_is_as_core_has_it() {
        with(mapper -> {
            assertThat(mapper.options()).isEqualTo(RelayOptions.defaults());
            assertThat(mapper.defaultBroadcast()).isEqualTo("events");
            assertThat(worker(mapper, "billing"))
                    .isEqualTo(WorkerOptions.of("billing", "a.*").build());
        });
    }

    @Test
    void every_property_of_the_whole_arrives() {
        with(
                mapper -> {
                    assertThat(mapper.options())
                            .isEqualTo(new RelayOptions(
                                    "test",
                                    7,
                                    Map.of("audit", 9L, "a.b", 10L),
                                    2048,
                                    Duration.ofSeconds(3),
                                    Duration.ofSeconds(4)));
                    assertThat(mapper.defaultBroadcast()).isEqualTo("news");
                },
                "relay.namespace=test",
                "relay.max-messages=7",
                "relay.broadcasts.audit.max-messages=9",
                "relay.broadcasts[a.b].max-messages=10",
                "relay.max-message-size=2KB",
                "relay.command-timeout=3s",
                "relay.close-timeout=4s",
                "relay.default-broadcast=news");
    }

    private static final String[] FOR_ALL = {
        "relay.concurrency=2",
        "relay.max-attempts=3",
        "relay.lock-duration=4s",
        "relay.stalled-interval=5s",
        "relay.max-stalled-count=6",
        "relay.max-waiting=7",
        "relay.close-timeout=8s",
        "relay.retry.delay=10ms",
        "relay.retry.multiplier=3",
        "relay.retry.max-delay=1s"
    };

    @Test
    void every_property_of_workers_arrives() {
        with(
                mapper -> {
                    WorkerOptions options = worker(mapper, "billing");
                    assertThat(options.concurrency()).isEqualTo(2);
                    assertThat(options.maxAttempts()).isEqualTo(3);
                    assertThat(options.lockDuration()).isEqualTo(Duration.ofSeconds(4));
                    assertThat(options.stalledInterval()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(options.maxStalledCount()).isEqualTo(6);
                    assertThat(options.maxWaiting()).isEqualTo(7);
                    assertThat(options.closeTimeout()).isEqualTo(Duration.ofSeconds(8));
                    assertThat(options.retryPolicy().delay(2, new IllegalStateException()))
                            .isEqualTo(Duration.ofMillis(30));
                    assertThat(options.retryPolicy().delay(9, new IllegalStateException()))
                            .isEqualTo(Duration.ofSeconds(1));
                },
                FOR_ALL);
    }

    @Test
    void a_subscription_wins_over_the_whole_setting_by_setting() {
        String[] own = {
            "relay.subscriptions.billing.concurrency=20",
            "relay.subscriptions.billing.start-from=earliest",
            "relay.subscriptions.billing.max-attempts=30",
            "relay.subscriptions.billing.lock-duration=40s",
            "relay.subscriptions.billing.stalled-interval=50s",
            "relay.subscriptions.billing.max-stalled-count=60",
            "relay.subscriptions.billing.max-waiting=70",
            "relay.subscriptions.billing.retry.delay=100ms",
            "relay.subscriptions[a.b].concurrency=9"
        };
        String[] all = Stream.of(FOR_ALL, own).flatMap(Stream::of).toArray(String[]::new);
        with(
                mapper -> {
                    WorkerOptions options = worker(mapper, "billing");
                    assertThat(options.concurrency()).isEqualTo(20);
                    assertThat(options.startFrom()).isEqualTo(StartFrom.earliest());
                    assertThat(options.maxAttempts()).isEqualTo(30);
                    assertThat(options.lockDuration()).isEqualTo(Duration.ofSeconds(40));
                    assertThat(options.stalledInterval()).isEqualTo(Duration.ofSeconds(50));
                    assertThat(options.maxStalledCount()).isEqualTo(60);
                    assertThat(options.maxWaiting()).isEqualTo(70);
                    assertThat(options.retryPolicy().delay(1, new IllegalStateException()))
                            .isEqualTo(Duration.ofMillis(100));
                    assertThat(options.retryPolicy().delay(2, new IllegalStateException()))
                            .isEqualTo(Duration.ofMillis(300));
                    assertThat(worker(mapper, "a.b").concurrency()).isEqualTo(9);
                    assertThat(worker(mapper, "mail").concurrency()).isEqualTo(2);
                },
                all);
    }

    @Test
    void a_retry_delay_alone_may_pass_the_default_maximum() {
        with(
                mapper -> assertThat(worker(mapper, "billing").retryPolicy().delay(3, new IllegalStateException()))
                        .isEqualTo(Duration.ofMinutes(5)),
                "relay.retry.delay=5m");
    }

    @ParameterizedTest
    @CsvSource({
        "relay.namespace, a:b",
        "relay.default-broadcast, a:b",
        "relay.max-messages, -1",
        "relay.broadcasts.audit.max-messages, -1",
        "relay.max-message-size, 3GB",
        "relay.max-message-size, 0B",
        "relay.command-timeout, 1ms",
        "relay.close-timeout, -1s",
        "relay.concurrency, 0",
        "relay.max-attempts, 0",
        "relay.lock-duration, 1ms",
        "relay.stalled-interval, 1ms",
        "relay.max-stalled-count, -1",
        "relay.max-waiting, 0",
        "relay.retry.delay, -1s",
        "relay.retry.multiplier, 0.5",
        "relay.retry.max-delay, -1s",
        "relay.subscriptions.billing.concurrency, 0",
        "relay.subscriptions.billing.start-from, soon",
        "relay.subscriptions.billing.max-attempts, 0",
        "relay.subscriptions.billing.lock-duration, 1ms",
        "relay.subscriptions.billing.stalled-interval, 1ms",
        "relay.subscriptions.billing.max-stalled-count, -1",
        "relay.subscriptions.billing.max-waiting, 0",
        "relay.subscriptions.billing.retry.delay, -1s",
        "relay.subscriptions[a.b].concurrency, 0"
    })
    void a_value_out_of_range_fails_the_start_naming_the_property(String property, String value) {
        new ApplicationContextRunner()
                .withUserConfiguration(Mapper.class)
                .withPropertyValues(property + "=" + value)
                .run(context -> {
                    FailureAnalysis analysis = StartFailure.of(context);
                    assertThat(analysis.getDescription()).contains("'" + property + "' has the value");
                    assertThat(analysis.getAction()).contains("'" + property + "'");
                });
    }
}
