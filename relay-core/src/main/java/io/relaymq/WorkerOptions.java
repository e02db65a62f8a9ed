package io.relaymq;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which subscription a {@link BroadcastWorker} runs, and how.
 *
 * @param subscription its name: 1 to 128 of {@code A-Z a-z 0-9 _ . -}
 * @param patterns what it wants; empty = every subject
 * @param startFrom where it begins when it is created; default {@link StartFrom#latest()}
 * @param retained whether it is given the retained values that match before anything else, when it is created, by
 *     {@link Delivery#retained()}; those that {@code startFrom} brings anyway are not repeated; default false
 * @param concurrency most handlers at a time in this process; default 1, which keeps the order of the log;
 *     above it {@link Message#withOrderingKey} keeps that of a key
 * @param callsInOrder whether the handler is called for one delivery after the other, in the order of the log, also with a higher
 *     concurrency: calls do not overlap then, the stages of an {@link AsyncMessageHandler} do; default false
 * @param maxAttempts attempts before a delivery becomes a dead letter; default 5
 * @param retryPolicy how long to wait between attempts; default exponential from 1 s, doubled, to 1 min
 * @param retryOn if not empty, only a failure that is one of these, or has one as a cause, is retried; default empty
 * @param noRetryOn a failure that is one of these, or has one as a cause, makes a dead letter at once; default empty
 * @param handlerTimeout after this time a handler's thread is interrupted, or its {@code CompletableFuture} cancelled, and its
 *     attempt counts as failed; default zero = no limit. {@link Delivery#renew()} starts it anew. The slot is free again when the
 *     handler returns or its stage completes
 * @param rateLimit how many handlers may start over all processes; null = no limit, the default
 * @param lockDuration how long a consumer that is not heard of keeps what it holds; default 30 s, at least 100 ms. It is
 *     renewed three times in that time, however long a handler runs
 * @param stalledInterval how often is looked for deliveries that nobody works on any more; default 30 s, at least 10 ms
 * @param maxStalledCount stalls before a delivery becomes a dead letter; default 3
 * @param maxDeadLetters dead letters that are kept; above it the oldest go, and are counted; default 10,000
 * @param maxWaiting deliveries that may wait for another run; above it the inbox is not read; default 10,000
 * @param maxInFlightSize bytes of messages that may be with handlers or wait for them in this process; at that, nothing is fetched
 *     until a handler has ended, whatever the concurrency; one read may go beyond it; default 64 MiB
 * @param closeTimeout how long {@link BroadcastWorker#close()} waits for running handlers; default 20 s
 */
public record WorkerOptions(
        String subscription,
        List<String> patterns,
        StartFrom startFrom,
        boolean retained,
        int concurrency,
        boolean callsInOrder,
        int maxAttempts,
        RetryPolicy retryPolicy,
        List<Class<? extends Throwable>> retryOn,
        List<Class<? extends Throwable>> noRetryOn,
        Duration handlerTimeout,
        @Nullable RateLimit rateLimit,
        Duration lockDuration,
        Duration stalledInterval,
        int maxStalledCount,
        int maxDeadLetters,
        int maxWaiting,
        long maxInFlightSize,
        Duration closeTimeout) {

    /** The default of {@link #retryPolicy()}. */
    public static final RetryPolicy DEFAULT_RETRY_POLICY =
            RetryPolicy.exponential(Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /**
     * @throws IllegalArgumentException if a value is out of its range
     * @throws InvalidPatternException if a pattern breaks a rule
     */
    public WorkerOptions {
        Names.requireValid("subscription", subscription);
        patterns = List.copyOf(SubjectMatcher.compile(patterns).patterns());
        Objects.requireNonNull(startFrom, "startFrom");
        Objects.requireNonNull(retryPolicy, "retryPolicy");
        retryOn = List.copyOf(retryOn);
        noRetryOn = List.copyOf(noRetryOn);
        require(!handlerTimeout.isNegative(), "handlerTimeout not to be negative", handlerTimeout);
        require(maxDeadLetters >= 1, "maxDeadLetters to be at least 1", maxDeadLetters);
        require(concurrency >= 1 && concurrency <= 10_000, "concurrency to be from 1 to 10000", concurrency);
        require(maxAttempts >= 1, "maxAttempts to be at least 1", maxAttempts);
        require(maxStalledCount >= 0, "maxStalledCount not to be negative", maxStalledCount);
        require(maxWaiting >= 1, "maxWaiting to be at least 1", maxWaiting);
        require(maxInFlightSize >= 1, "maxInFlightSize to be at least 1 byte", maxInFlightSize);
        require(lockDuration.toMillis() >= 100, "lockDuration to be at least 100 ms", lockDuration);
        require(stalledInterval.toMillis() >= 10, "stalledInterval to be at least 10 ms", stalledInterval);
        require(!closeTimeout.isNegative(), "closeTimeout not to be negative", closeTimeout);
    }

    private static void require(boolean holds, String what, Object got) {
        if (!holds) {
            throw new IllegalArgumentException("Expected " + what + ", got: " + got);
        }
    }

    /** A builder with the defaults, for a subscription and its patterns. */
    public static Builder of(String subscription, String... patterns) {
        return of(subscription, List.of(patterns));
    }

    /** A builder with the defaults, for a subscription and its patterns. */
    public static Builder of(String subscription, List<String> patterns) {
        return new Builder(subscription, patterns);
    }

    /** Collects the values; {@link #build()} checks them. Not thread-safe. */
    public static final class Builder {

        private final String subscription;
        private final List<String> patterns;
        private StartFrom startFrom = StartFrom.latest();
        private boolean retained;
        private int concurrency = 1;
        private boolean callsInOrder;
        private int maxAttempts = 5;
        private RetryPolicy retryPolicy = DEFAULT_RETRY_POLICY;
        private List<Class<? extends Throwable>> retryOn = List.of();
        private List<Class<? extends Throwable>> noRetryOn = List.of();
        private Duration handlerTimeout = Duration.ZERO;
        private @Nullable RateLimit rateLimit;
        private Duration lockDuration = Duration.ofSeconds(30);
        private Duration stalledInterval = Duration.ofSeconds(30);
        private int maxStalledCount = 3;
        private int maxDeadLetters = 10_000;
        private int maxWaiting = 10_000;
        private long maxInFlightSize = 64 * 1024 * 1024;
        private Duration closeTimeout = Duration.ofSeconds(20);

        private Builder(String subscription, List<String> patterns) {
            this.subscription = subscription;
            this.patterns = patterns;
        }

        /** See {@link WorkerOptions#startFrom()}. */
        public Builder startFrom(StartFrom startFrom) {
            this.startFrom = startFrom;
            return this;
        }

        /** See {@link WorkerOptions#retained()}. */
        public Builder retained(boolean retained) {
            this.retained = retained;
            return this;
        }

        /** See {@link WorkerOptions#concurrency()}. */
        public Builder concurrency(int concurrency) {
            this.concurrency = concurrency;
            return this;
        }

        /** See {@link WorkerOptions#callsInOrder()}. */
        public Builder callsInOrder(boolean callsInOrder) {
            this.callsInOrder = callsInOrder;
            return this;
        }

        /** See {@link WorkerOptions#maxAttempts()}. */
        public Builder maxAttempts(int maxAttempts) {
            this.maxAttempts = maxAttempts;
            return this;
        }

        /** See {@link WorkerOptions#retryPolicy()}. */
        public Builder retryPolicy(RetryPolicy retryPolicy) {
            this.retryPolicy = retryPolicy;
            return this;
        }

        /** See {@link WorkerOptions#lockDuration()}. */
        public Builder lockDuration(Duration lockDuration) {
            this.lockDuration = lockDuration;
            return this;
        }

        /** See {@link WorkerOptions#stalledInterval()}. */
        public Builder stalledInterval(Duration stalledInterval) {
            this.stalledInterval = stalledInterval;
            return this;
        }

        /** See {@link WorkerOptions#maxStalledCount()}. */
        public Builder maxStalledCount(int maxStalledCount) {
            this.maxStalledCount = maxStalledCount;
            return this;
        }

        /** See {@link WorkerOptions#maxWaiting()}. */
        public Builder maxWaiting(int maxWaiting) {
            this.maxWaiting = maxWaiting;
            return this;
        }

        /** See {@link WorkerOptions#maxInFlightSize()}. */
        public Builder maxInFlightSize(long bytes) {
            this.maxInFlightSize = bytes;
            return this;
        }

        /** See {@link WorkerOptions#closeTimeout()}. */
        public Builder closeTimeout(Duration closeTimeout) {
            this.closeTimeout = closeTimeout;
            return this;
        }

        /** See {@link WorkerOptions#retryOn()}. */
        public Builder retryOn(List<Class<? extends Throwable>> retryOn) {
            this.retryOn = retryOn;
            return this;
        }

        /** See {@link WorkerOptions#noRetryOn()}. */
        public Builder noRetryOn(List<Class<? extends Throwable>> noRetryOn) {
            this.noRetryOn = noRetryOn;
            return this;
        }

        /** See {@link WorkerOptions#handlerTimeout()}. */
        public Builder handlerTimeout(Duration handlerTimeout) {
            this.handlerTimeout = handlerTimeout;
            return this;
        }

        /** See {@link WorkerOptions#rateLimit()}. */
        public Builder rateLimit(@Nullable RateLimit rateLimit) {
            this.rateLimit = rateLimit;
            return this;
        }

        /** See {@link WorkerOptions#maxDeadLetters()}. */
        public Builder maxDeadLetters(int maxDeadLetters) {
            this.maxDeadLetters = maxDeadLetters;
            return this;
        }

        /** Checks the values and makes the options. */
        public WorkerOptions build() {
            return new WorkerOptions(
                    subscription,
                    patterns,
                    startFrom,
                    retained,
                    concurrency,
                    callsInOrder,
                    maxAttempts,
                    retryPolicy,
                    retryOn,
                    noRetryOn,
                    handlerTimeout,
                    rateLimit,
                    lockDuration,
                    stalledInterval,
                    maxStalledCount,
                    maxDeadLetters,
                    maxWaiting,
                    maxInFlightSize,
                    closeTimeout);
        }
    }
}
