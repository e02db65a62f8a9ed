package io.relaymq.boot.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** What can be set both for all subscriptions and for a single one. */
interface WorkerProperties {

    @Nullable
    Integer concurrency();

    @Nullable
    Integer maxAttempts();

    @Nullable
    Duration lockDuration();

    @Nullable
    Duration stalledInterval();

    @Nullable
    Integer maxStalledCount();

    @Nullable
    Integer maxWaiting();

    @Nullable
    DataSize maxInFlightSize();

    @Nullable
    Integer maxDeadLetters();

    @Nullable
    Duration handlerTimeout();

    @Nullable
    Integer batchSize();

    @Nullable
    List<String> retryOn();

    @Nullable
    List<String> noRetryOn();

    RelayProperties.Retry retry();

    RelayProperties.RateLimit rateLimit();
}
