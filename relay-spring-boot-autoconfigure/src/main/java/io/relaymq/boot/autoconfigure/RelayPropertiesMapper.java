package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastOptions;
import io.relaymq.RelayOptions;
import io.relaymq.RetryPolicy;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.boot.autoconfigure.RelayProperties.RateLimit;
import io.relaymq.boot.autoconfigure.RelayProperties.Retry;
import io.relaymq.boot.autoconfigure.RelayProperties.Subscription;
import io.relaymq.spring.WorkerOptionsCustomizer;
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
final class RelayPropertiesMapper implements WorkerOptionsCustomizer, Ordered {

    static final String DEFAULT_BROADCAST = "events";

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
        Retry retry = properties.retry();
        RateLimit rateLimit = properties.rateLimit();
        Subscription own = properties.subscriptions().get(subscription);
        if (own != null) {
            settings(prefix(subscription), own).forEach(setting -> setting.applyTo(builder));
            if (own.startFrom() != null) {
                builder.startFrom(StartFrom.parse(own.startFrom()));
            }
            if (own.retained() != null) {
                builder.retained(own.retained());
            }
            retry = RetryMapper.merge(own.retry(), retry);
            rateLimit = RateLimitMapper.merge(own.rateLimit(), rateLimit);
        }
        RetryPolicy policy = RetryMapper.policy(retry);
        if (policy != null) {
            builder.retryPolicy(policy);
        }
        builder.rateLimit(RateLimitMapper.limit(rateLimit));
    }

    private Stream<WorkerSetting<?>> settings(String prefix, WorkerProperties values) {
        return WorkerSetting.of(prefix, values, classes);
    }

    private void check(String name, Subscription subscription) {
        String prefix = prefix(name);
        InvalidProperty.check(prefix, name, WorkerOptions::of);
        check(prefix, (WorkerProperties) subscription);
        InvalidProperty.check(prefix + ".start-from", subscription.startFrom(), StartFrom::parse);
    }

    private void check(String prefix, WorkerProperties values) {
        settings(prefix, values).forEach(WorkerSetting::check);
        RetryMapper.check(prefix + ".retry", RetryMapper.merge(values.retry(), properties.retry()));
        RateLimitMapper.check(prefix + ".rate-limit", values.rateLimit());
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
