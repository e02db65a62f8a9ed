package io.relaymq.boot.autoconfigure;

import io.relaymq.BroadcastOptions.Overflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the application sets; null is what it does not set. The defaults stand in {@link io.relaymq.RelayOptions},
 * {@link io.relaymq.BroadcastOptions} and {@link io.relaymq.WorkerOptions}. {@link RelayPropertiesMapper} says what wins over
 * what.
 *
 * @param namespace Prefix of all keys, which isolates environments on one Redis.
 * @param defaultBroadcast Broadcast of publishes and listeners that name none.
 * @param maxMessages How many messages a broadcast keeps, as a hard cap. The oldest go even if unread. 0 means no cap.
 * @param maxAge How long a broadcast keeps a message. 0 means no limit.
 * @param overflow What happens when the cap would take messages that a subscription has not been given.
 * @param expireAfter How long nobody may read a subscription before it is removed. 0 means that it never is.
 * @param maxMessageSize Largest size of a message's encoded payload and headers.
 * @param idempotencyWindow How long the idempotency key of a publish is remembered.
 * @param stalledInterval How often to look for deliveries that nobody works on any more.
 * @param lockDuration How long a consumer that is not heard of keeps its deliveries. Renewed while a handler runs.
 * @param maxStalledCount How many times a delivery may stall before it becomes a dead letter.
 * @param maxAttempts How many times a delivery is tried before it becomes a dead letter.
 * @param retryOn Exceptions that are retried, by class name, also as a cause. If set, every other failure makes a dead letter at once.
 * @param noRetryOn Exceptions that make a dead letter at once, by class name, also as a cause.
 * @param maxDeadLetters How many dead letters a subscription keeps. Above it the oldest go.
 * @param maxWaiting How many deliveries of a subscription may wait for another run before it is read no further.
 * @param maxInFlightSize Size of the messages of a subscription that may be with handlers or wait for them in this process. At that nothing is fetched.
 * @param concurrency How many handlers of a listener may run at a time in this process.
 * @param handlerTimeout Time after which a handler is interrupted and its attempt counts as failed. 0 means no limit.
 * @param batchSize How many deliveries a listener of batches is given at most at a time.
 * @param closeTimeout How long to wait for running handlers when the application stops.
 * @param commandTimeout How long to wait for an answer of Redis.
 * @param maxInFlightPublishes How many publishes of a broadcast may wait for their answers at a time.
 * @param retry Time between attempts.
 * @param rateLimit How many handlers of a subscription may start, over all processes.
 * @param broadcasts Settings of single broadcasts, by name. A name with a dot is written in brackets.
 * @param subscriptions Settings of single subscriptions, by name. A name with a dot is written in brackets.
 */
@ConfigurationProperties("relay")
record RelayProperties(
        @Nullable String namespace,
        @Nullable String defaultBroadcast,
        @Nullable Long maxMessages,
        @Nullable Duration maxAge,
        @Nullable Overflow overflow,
        @Nullable Duration expireAfter,
        @Nullable DataSize maxMessageSize,
        @Nullable Duration idempotencyWindow,
        @Nullable Duration stalledInterval,
        @Nullable Duration lockDuration,
        @Nullable Integer maxStalledCount,
        @Nullable Integer maxAttempts,
        @Nullable List<String> retryOn,
        @Nullable List<String> noRetryOn,
        @Nullable Integer maxDeadLetters,
        @Nullable Integer maxWaiting,
        @Nullable DataSize maxInFlightSize,
        @Nullable Integer concurrency,
        @Nullable Duration handlerTimeout,
        @Nullable Integer batchSize,
        @Nullable Duration closeTimeout,
        @Nullable Duration commandTimeout,
        @Nullable Integer maxInFlightPublishes,
        @DefaultValue Retry retry,
        @DefaultValue RateLimit rateLimit,
        @DefaultValue Map<String, Broadcast> broadcasts,
        @DefaultValue Map<String, Subscription> subscriptions)
        implements WorkerProperties {

    /**
     * Time between attempts.
     *
     * @param delay Time to wait after the first failed attempt.
     * @param multiplier Factor by which each further wait is longer.
     * @param maxDelay Longest time to wait.
     * @param jitter Share of each wait that is random, from 0 to 1.
     */
    record Retry(
            @Nullable Duration delay,
            @Nullable Double multiplier,
            @Nullable Duration maxDelay,
            @Nullable Double jitter) {}

    /**
     * How many handlers of a subscription may start, over all processes.
     *
     * @param starts How many may start in a period. 0 means no limit.
     * @param period Time in which that many may start.
     */
    record RateLimit(@Nullable Integer starts, @Nullable Duration period) {}

    /**
     * Settings of one broadcast.
     *
     * @param maxMessages How many messages it keeps, as a hard cap. 0 means no cap.
     * @param maxAge How long it keeps a message. 0 means no limit.
     * @param overflow What happens when the cap would take messages that a subscription has not been given.
     * @param expireAfter How long nobody may read a subscription before it is removed. 0 means that it never is.
     */
    record Broadcast(
            @Nullable Long maxMessages,
            @Nullable Duration maxAge,
            @Nullable Overflow overflow,
            @Nullable Duration expireAfter) {}

    /**
     * Settings of one subscription.
     *
     * @param concurrency How many handlers may run at a time in this process.
     * @param startFrom Where it begins when it is created: latest, earliest, a message id or an instant.
     * @param retained Whether it is given the retained values that match first, when it is created.
     * @param maxAttempts How many times a delivery is tried before it becomes a dead letter.
     * @param retryOn Exceptions that are retried, by class name, also as a cause.
     * @param noRetryOn Exceptions that make a dead letter at once, by class name, also as a cause.
     * @param maxDeadLetters How many dead letters it keeps. Above it the oldest go.
     * @param handlerTimeout Time after which a handler is interrupted and its attempt counts as failed. 0 means no limit.
     * @param batchSize How many deliveries a listener of batches is given at most at a time.
     * @param lockDuration How long a consumer that is not heard of keeps its deliveries.
     * @param stalledInterval How often to look for deliveries that nobody works on any more.
     * @param maxStalledCount How many times a delivery may stall before it becomes a dead letter.
     * @param maxWaiting How many deliveries may wait for another run before it is read no further.
     * @param maxInFlightSize Size of the messages that may be with handlers or wait for them in this process. At that nothing is fetched.
     * @param retry Time between attempts.
     * @param rateLimit How many handlers may start, over all processes.
     */
    record Subscription(
            @Nullable Integer concurrency,
            @Nullable String startFrom,
            @Nullable Boolean retained,
            @Nullable Integer maxAttempts,
            @Nullable List<String> retryOn,
            @Nullable List<String> noRetryOn,
            @Nullable Integer maxDeadLetters,
            @Nullable Duration handlerTimeout,
            @Nullable Integer batchSize,
            @Nullable Duration lockDuration,
            @Nullable Duration stalledInterval,
            @Nullable Integer maxStalledCount,
            @Nullable Integer maxWaiting,
            @Nullable DataSize maxInFlightSize,
            @DefaultValue Retry retry,
            @DefaultValue RateLimit rateLimit)
            implements WorkerProperties {}
}
