package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastOptions.Overflow;
import io.relaymq.RateLimit;
import io.relaymq.RelayOptions;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From properties to options. */
class RelayPropertiesTest {

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RelayProperties.class)
    static class Mapper {
        @Bean
        RelayPropertiesMapper mapper(RelayProperties properties, ObjectProvider<FailureClasses> classes) {
            return new RelayPropertiesMapper(
                    properties, classes.getIfAvailable(() -> new FailureClasses(Mapper.class.getClassLoader())));
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
                                    new BroadcastOptions(7, Duration.ofHours(8), Overflow.REJECT, Duration.ofDays(30)),
                                    Map.of(
                                            "audit",
                                            new BroadcastOptions(
                                                    9, Duration.ofHours(8), Overflow.REJECT, Duration.ofDays(30)),
                                            "a.b",
                                            new BroadcastOptions(
                                                    7, Duration.ofDays(1), Overflow.DROP_OLDEST, Duration.ofDays(2))),
                                    2048,
                                    Duration.ofMinutes(5),
                                    Duration.ofSeconds(3),
                                    77,
                                    Duration.ofSeconds(4)));
                    assertThat(mapper.defaultBroadcast()).isEqualTo("news");
                },
                "relay.namespace=test",
                "relay.max-messages=7",
                "relay.max-age=8h",
                "relay.overflow=reject",
                "relay.expire-after=30d",
                "relay.broadcasts[a.b].expire-after=2d",
                "relay.broadcasts.audit.max-messages=9",
                "relay.broadcasts[a.b].max-age=1d",
                "relay.broadcasts[a.b].overflow=drop-oldest",
                "relay.idempotency-window=5m",
                "relay.max-message-size=2KB",
                "relay.command-timeout=3s",
                "relay.max-in-flight-publishes=77",
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
        "relay.max-in-flight-size=13KB",
        "relay.close-timeout=8s",
        "relay.retry.delay=10ms",
        "relay.retry.multiplier=3",
        "relay.retry.max-delay=1s",
        "relay.max-dead-letters=9",
        "relay.handler-timeout=10s",
        "relay.retry-on=java.io.IOException, io.relaymq.boot.autoconfigure.RelayPropertiesTest$Busy",
        "relay.no-retry-on=java.lang.IllegalStateException",
        "relay.rate-limit.starts=11",
        "relay.rate-limit.period=12s"
    };

    static class Busy extends Exception {
        private static final long serialVersionUID = 1L;
    }

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
                    assertThat(options.maxInFlightSize()).isEqualTo(13 * 1024);
                    assertThat(options.closeTimeout()).isEqualTo(Duration.ofSeconds(8));
                    assertThat(options.maxDeadLetters()).isEqualTo(9);
                    assertThat(options.handlerTimeout()).isEqualTo(Duration.ofSeconds(10));
                    assertThat(options.retryOn()).isEqualTo(List.of(IOException.class, Busy.class));
                    assertThat(options.noRetryOn()).isEqualTo(List.of(IllegalStateException.class));
                    assertThat(options.rateLimit()).isEqualTo(new RateLimit(11, Duration.ofSeconds(12)));
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
            "relay.subscriptions.billing.retained=true",
            "relay.subscriptions.billing.max-attempts=30",
            "relay.subscriptions.billing.lock-duration=40s",
            "relay.subscriptions.billing.stalled-interval=50s",
            "relay.subscriptions.billing.max-stalled-count=60",
            "relay.subscriptions.billing.max-waiting=70",
            "relay.subscriptions.billing.max-in-flight-size=130B",
            "relay.subscriptions.billing.retry.delay=100ms",
            "relay.subscriptions.billing.max-dead-letters=90",
            "relay.subscriptions.billing.handler-timeout=0",
            "relay.subscriptions.billing.retry-on=",
            "relay.subscriptions.billing.no-retry-on=java.lang.Error",
            "relay.subscriptions.billing.rate-limit.starts=110",
            "relay.subscriptions.mail.rate-limit.starts=0",
            "relay.subscriptions[a.b].concurrency=9"
        };
        String[] all = Stream.of(FOR_ALL, own).flatMap(Stream::of).toArray(String[]::new);
        with(
                mapper -> {
                    WorkerOptions options = worker(mapper, "billing");
                    assertThat(options.concurrency()).isEqualTo(20);
                    assertThat(options.startFrom()).isEqualTo(StartFrom.earliest());
                    assertThat(options.retained()).isTrue();
                    assertThat(options.maxAttempts()).isEqualTo(30);
                    assertThat(options.lockDuration()).isEqualTo(Duration.ofSeconds(40));
                    assertThat(options.stalledInterval()).isEqualTo(Duration.ofSeconds(50));
                    assertThat(options.maxStalledCount()).isEqualTo(60);
                    assertThat(options.maxWaiting()).isEqualTo(70);
                    assertThat(options.maxInFlightSize()).isEqualTo(130);
                    assertThat(options.retryPolicy().delay(1, new IllegalStateException()))
                            .isEqualTo(Duration.ofMillis(100));
                    assertThat(options.retryPolicy().delay(2, new IllegalStateException()))
                            .isEqualTo(Duration.ofMillis(300));
                    assertThat(options.maxDeadLetters()).isEqualTo(90);
                    assertThat(options.handlerTimeout()).isZero();
                    assertThat(options.retryOn()).isEmpty();
                    assertThat(options.noRetryOn()).isEqualTo(List.of(Error.class));
                    assertThat(options.rateLimit()).isEqualTo(new RateLimit(110, Duration.ofSeconds(12)));
                    assertThat(worker(mapper, "mail").rateLimit()).isNull();
                    assertThat(worker(mapper, "a.b").concurrency()).isEqualTo(9);
                    assertThat(worker(mapper, "mail").concurrency()).isEqualTo(2);
                },
                all);
    }

    private static WorkerOptions annotated(RelayPropertiesMapper mapper, Map<String, String> own) {
        WorkerOptions.Builder builder = WorkerOptions.of("billing", "a.*");
        mapper.customize("events", "billing", builder);
        mapper.apply("billing", own, builder);
        return builder.build();
    }

    @Test
    void properties_of_an_annotation_win_over_those_of_its_subscription_setting_by_setting() {
        with(
                mapper -> {
                    WorkerOptions options = annotated(
                            mapper,
                            Map.of(
                                    "lock-duration", "1m",
                                    "retryOn", "java.io.IOException,java.lang.Error",
                                    "start-from", "earliest",
                                    "retry.max-delay", "4s",
                                    "rate-limit.starts", "5"));
                    assertThat(options.lockDuration()).isEqualTo(Duration.ofMinutes(1));
                    assertThat(options.retryOn()).containsExactly(IOException.class, Error.class);
                    assertThat(options.startFrom()).isEqualTo(StartFrom.earliest());
                    assertThat(options.retryPolicy().delay(1, new IllegalStateException()))
                            .isEqualTo(Duration.ofSeconds(3));
                    assertThat(options.retryPolicy().delay(2, new IllegalStateException()))
                            .isEqualTo(Duration.ofSeconds(4));
                    assertThat(options.rateLimit()).isEqualTo(new RateLimit(5, Duration.ofMinutes(7)));
                    assertThat(options.maxAttempts()).isEqualTo(9);
                },
                "relay.rate-limit.period=7m",
                "relay.subscriptions.billing.retry.delay=3s",
                "relay.subscriptions.billing.lock-duration=2m",
                "relay.subscriptions.billing.max-attempts=9");
    }

    @Test
    void a_property_of_an_annotation_that_does_not_exist_or_cannot_be_read_is_refused_by_name() {
        with(mapper -> {
            assertThatThrownBy(() -> annotated(mapper, Map.of("lock-time", "1m")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'lock-time'");
            assertThatThrownBy(() -> annotated(mapper, Map.of("lock-duration", "soon")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'lock-duration'");
            assertThatThrownBy(() -> annotated(mapper, Map.of("lock-duration", "1ms")))
                    .hasMessageContaining("properties.lock-duration");
            assertThatThrownBy(() -> annotated(mapper, Map.of("batch-size", "0")))
                    .hasMessageContaining("properties.batch-size");
        });
    }

    @Test
    void the_size_of_batches_is_that_of_the_annotation_or_the_subscription_or_the_whole() {
        with(mapper -> assertThat(mapper.batchSize("billing", Map.of())).isEqualTo(100));
        with(
                mapper -> {
                    assertThat(mapper.batchSize("billing", Map.of("batch-size", "7")))
                            .isEqualTo(7);
                    assertThat(mapper.batchSize("billing", Map.of())).isEqualTo(8);
                    assertThat(mapper.batchSize("mail", Map.of())).isEqualTo(9);
                },
                "relay.batch-size=9",
                "relay.subscriptions.billing.batch-size=8");
    }

    @Test
    void a_retry_delay_alone_may_pass_the_default_maximum() {
        with(
                mapper -> assertThat(worker(mapper, "billing").retryPolicy().delay(3, new IllegalStateException()))
                        .isEqualTo(Duration.ofMinutes(5)),
                "relay.retry.delay=5m");
    }

    @Test
    void retries_are_spread_at_random_only_if_a_property_says_so() {
        with(
                mapper -> {
                    RetryPolicy spread = worker(mapper, "billing").retryPolicy();
                    assertThat(Stream.generate(() -> spread.delay(1, new IllegalStateException()))
                                    .limit(100)
                                    .distinct()
                                    .toList())
                            .hasSizeGreaterThan(1)
                            .allMatch(delay -> delay.toMillis() >= 500 && delay.toMillis() <= 1000);
                    RetryPolicy even = worker(mapper, "mail").retryPolicy();
                    assertThat(Stream.generate(() -> even.delay(1, new IllegalStateException()))
                                    .limit(100)
                                    .distinct())
                            .containsExactly(Duration.ofSeconds(1));
                },
                "relay.retry.jitter=0.5",
                "relay.subscriptions.mail.retry.jitter=0");
    }

    @Test
    void a_rate_limit_is_by_the_second_unless_a_property_says_otherwise() {
        with(
                mapper -> {
                    assertThat(worker(mapper, "billing").rateLimit())
                            .isEqualTo(new RateLimit(5, Duration.ofSeconds(1)));
                    assertThat(worker(mapper, "mail").rateLimit()).isNull();
                },
                "relay.subscriptions.billing.rate-limit.starts=5",
                "relay.subscriptions.mail.rate-limit.period=1m");
    }

    @Test
    void a_policy_of_overflow_that_there_is_not_fails_the_start() {
        new ApplicationContextRunner()
                .withUserConfiguration(Mapper.class)
                .withPropertyValues("relay.overflow=drop-newest")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContainingAll("Overflow", "drop-newest"));
    }

    @Test
    void classes_are_found_by_the_class_loader_of_the_beans() {
        new ApplicationContextRunner()
                .withUserConfiguration(Mapper.class)
                .withBean(FailureClasses.class, () -> new FailureClasses(new FilteredClassLoader(Busy.class)))
                .withPropertyValues("relay.no-retry-on=" + Busy.class.getName())
                .run(context -> assertThat(StartFailure.of(context).getDescription())
                        .contains("'relay.no-retry-on'", "There is no class '" + Busy.class.getName() + "'"));
    }

    @ParameterizedTest
    @CsvSource({
        "relay.namespace, a:b",
        "relay.default-broadcast, a:b",
        "relay.max-messages, -1",
        "relay.broadcasts.audit.max-messages, -1",
        "relay.max-age, -1s",
        "relay.broadcasts.audit.max-age, -1s",
        "relay.idempotency-window, 0s",
        "relay.max-dead-letters, 0",
        "relay.handler-timeout, -1s",
        "relay.retry-on, no.such.Class",
        "relay.no-retry-on, java.lang.String",
        "relay.retry.jitter, 1.5",
        "relay.rate-limit.starts, -1",
        "relay.rate-limit.period, 0s",
        "relay.subscriptions.billing.max-dead-letters, 0",
        "relay.subscriptions.billing.handler-timeout, -1s",
        "relay.subscriptions.billing.retry-on, no.such.Class",
        "relay.subscriptions[a.b].no-retry-on, java.lang.String",
        "relay.subscriptions.billing.retry.jitter, -0.5",
        "relay.subscriptions.billing.rate-limit.starts, -1",
        "relay.subscriptions.billing.rate-limit.period, 0s",
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
        "relay.max-in-flight-size, 0B",
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
        "relay.subscriptions.billing.max-in-flight-size, 0B",
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
