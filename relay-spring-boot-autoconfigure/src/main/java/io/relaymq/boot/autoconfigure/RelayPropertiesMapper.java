package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastOptions;
import io.relaymq.RelayOptions;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.boot.autoconfigure.RelayProperties.RateLimit;
import io.relaymq.boot.autoconfigure.RelayProperties.Retry;
import io.relaymq.boot.autoconfigure.RelayProperties.Subscription;
import io.relaymq.spring.ListenerPropertiesReader;
import io.relaymq.spring.WorkerOptionsCustomizer;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;

/**
 * From properties to options. What wins over what, for each setting by itself: the annotation's attribute, then
 * {@code relay.subscriptions.<name>.*} or {@code relay.broadcasts.<name>.*}, then {@code relay.*}, then the default of core. All values are checked when this is
 * made, also those of subscriptions that do not exist.
 */
final class RelayPropertiesMapper implements WorkerOptionsCustomizer, ListenerPropertiesReader, Ordered {

    static final String DEFAULT_BROADCAST = "events";

    /** As many as a worker may run at a time. */
    private static final int MOST_IN_BATCH = 10_000;

    private final RelayProperties properties;
    private final FailureClasses classes;
    private final RelayOptions options;

    RelayPropertiesMapper(RelayProperties properties, FailureClasses classes) {
        this.properties = properties;
        this.classes = classes;
        this.options = toOptions(properties);
        check("relay", properties);
        properties.subscriptions().forEach(this::check);
        InvalidProperty.check("relay.default-broadcast", properties.defaultBroadcast(), options::broadcast);
    }

    RelayOptions options() {
        return options;
    }

    String defaultBroadcast() {
        String given = properties.defaultBroadcast();
        return given != null ? given : DEFAULT_BROADCAST;
    }

    /** Before the application's own customizers. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void customize(String broadcast, String subscription, WorkerOptions.Builder builder) {
        builder.closeTimeout(options.closeTimeout());
        settings("relay", properties).forEach(setting -> setting.applyTo(builder));
        Subscription own = properties.subscriptions().get(subscription);
        if (own != null) {
            apply(prefix(subscription), own, builder);
        }
        setMerged(retry(own), rateLimit(own), builder);
    }

    /** The properties of an annotation; they count as those of a subscription, above those that it has. */
    @Override
    public void apply(String subscription, Map<String, String> own, WorkerOptions.Builder builder) {
        if (own.isEmpty()) {
            return;
        }
        Subscription ofAnnotation = AnnotationProperties.bind(own);
        checkOne("properties", ofAnnotation);
        apply("", ofAnnotation, builder);
        Subscription below = properties.subscriptions().get(subscription);
        if (AnnotationProperties.hasAny(own, "retry")) {
            setRetry(RetryMapper.merge(ofAnnotation.retry(), retry(below)), builder);
        }
        if (AnnotationProperties.hasAny(own, "rate-limit")) {
            builder.rateLimit(RateLimitMapper.limit(RateLimitMapper.merge(ofAnnotation.rateLimit(), rateLimit(below))));
        }
    }

    @Override
    public int batchSize(String subscription, Map<String, String> own) {
        Integer ofAnnotation =
                own.isEmpty() ? null : AnnotationProperties.bind(own).batchSize();
        Subscription below = properties.subscriptions().get(subscription);
        Integer given = ofAnnotation != null || below == null ? ofAnnotation : below.batchSize();
        Integer ofAll = given != null ? given : properties.batchSize();
        return ofAll != null ? ofAll : DEFAULT_BATCH_SIZE;
    }

    private void apply(String prefix, Subscription own, WorkerOptions.Builder builder) {
        settings(prefix, own).forEach(setting -> setting.applyTo(builder));
        if (own.startFrom() != null) {
            builder.startFrom(StartFrom.parse(own.startFrom()));
        }
        if (own.retained() != null) {
            builder.retained(own.retained());
        }
    }

    private Retry retry(@Nullable Subscription own) {
        return own == null ? properties.retry() : RetryMapper.merge(own.retry(), properties.retry());
    }

    private RateLimit rateLimit(@Nullable Subscription own) {
        return own == null ? properties.rateLimit() : RateLimitMapper.merge(own.rateLimit(), properties.rateLimit());
    }

    private static void setMerged(Retry retry, RateLimit rateLimit, WorkerOptions.Builder builder) {
        setRetry(retry, builder);
        builder.rateLimit(RateLimitMapper.limit(rateLimit));
    }

    private static void setRetry(Retry retry, WorkerOptions.Builder builder) {
        RetryPolicy policy = RetryMapper.policy(retry);
        if (policy != null) {
            builder.retryPolicy(policy);
        }
    }

    private Stream<WorkerSetting<?>> settings(String prefix, WorkerProperties values) {
        return WorkerSetting.of(prefix, values, classes);
    }

    private void check(String name, Subscription subscription) {
        InvalidProperty.check(prefix(name), name, WorkerOptions::of);
        checkOne(prefix(name), subscription);
    }

    private void checkOne(String prefix, Subscription subscription) {
        check(prefix, (WorkerProperties) subscription);
        InvalidProperty.check(prefix + ".start-from", subscription.startFrom(), StartFrom::parse);
    }

    private void check(String prefix, WorkerProperties values) {
        settings(prefix, values).forEach(WorkerSetting::check);
        RetryMapper.check(prefix + ".retry", RetryMapper.merge(values.retry(), properties.retry()));
        RateLimitMapper.check(prefix + ".rate-limit", values.rateLimit());
        InvalidProperty.check(prefix + ".batch-size", values.batchSize(), RelayPropertiesMapper::requireBatchSize);
    }

    private static void requireBatchSize(int size) {
        if (size < 1 || size > MOST_IN_BATCH) {
            throw new IllegalArgumentException("Expected a batch size from 1 to " + MOST_IN_BATCH);
        }
    }

    private static String prefix(String subscription) {
        return "relay.subscriptions" + key(subscription);
    }

    /** As it is written in a file of properties. */
    private static String key(String name) {
        return name.contains(".") ? "[" + name + "]" : "." + name;
    }

    private static RelayOptions toOptions(RelayProperties properties) {
        Options options = new Options();
        options.set("relay.namespace", properties.namespace(), RelayOptions::withNamespace);
        BroadcastOptions ofAll = BroadcastMapper.ofAll(properties);
        options.value = options.value.withBroadcastDefaults(ofAll);
        options.set("relay.max-message-size", properties.maxMessageSize(), RelayPropertiesMapper::withMaxMessageSize);
        options.set("relay.idempotency-window", properties.idempotencyWindow(), RelayOptions::withIdempotencyWindow);
        options.set("relay.command-timeout", properties.commandTimeout(), RelayOptions::withCommandTimeout);
        options.set(
                "relay.max-in-flight-publishes",
                properties.maxInFlightPublishes(),
                RelayOptions::withMaxInFlightPublishes);
        options.set("relay.close-timeout", properties.closeTimeout(), RelayOptions::withCloseTimeout);
        properties.broadcasts().forEach((name, broadcast) -> {
            String prefix = "relay.broadcasts" + key(name);
            BroadcastOptions own = BroadcastMapper.ofOne(prefix, broadcast, ofAll);
            options.set(prefix, name, (value, checked) -> value.withBroadcast(checked, own));
        });
        return options.value;
    }

    private static RelayOptions withMaxMessageSize(RelayOptions options, DataSize size) {
        return options.withMaxMessageSize(Math.toIntExact(size.toBytes()));
    }

    /** Options that grow by one property after the other, so that a refusal is the fault of the last one. */
    private static final class Options {

        private RelayOptions value = RelayOptions.defaults();

        <T> void set(String property, @Nullable T given, BiFunction<RelayOptions, T, RelayOptions> with) {
            InvalidProperty.check(property, given, checked -> value = with.apply(value, checked));
        }
    }
}
