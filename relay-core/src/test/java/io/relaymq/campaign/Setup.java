package io.relaymq.campaign;

import io.relaymq.RelayOptions;
import io.relaymq.RetryPolicy;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.AppendFsync;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is made of.
 *
 * @param fsync how the server keeps its append-only file; null = memory only
 * @param linked whether publishers and consumers reach the server through a faulty link
 * @param consumers consumer processes, each with a worker for each subscription
 * @param handlerMillis how long a handler takes
 * @param timeoutMillis the handlers' time-out; 0 = none
 * @param maxMessages the cap
 */
record Setup(
        @Nullable AppendFsync fsync,
        boolean linked,
        int consumers,
        int handlerMillis,
        int timeoutMillis,
        long maxMessages) {

    static final String NAMESPACE = "campaign";
    static final String BROADCAST = "events";

    /** Every subscription with its one pattern. */
    static final Map<String, String> SUBSCRIPTIONS = Map.of("all", ">", "a", "a.*", "b", "b.#");

    static final Duration LOCK = Duration.ofSeconds(3);
    static final Duration STALLED = Duration.ofSeconds(1);
    static final int MAX_ATTEMPTS = 3;
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    static final Setup PLAIN = new Setup(null, false, 3, 0, 0, 100_000);

    Setup onDisk(AppendFsync policy) {
        return new Setup(policy, linked, consumers, handlerMillis, timeoutMillis, maxMessages);
    }

    Setup throughLink() {
        return new Setup(fsync, true, consumers, handlerMillis, timeoutMillis, maxMessages);
    }

    Setup slow(int consumers, int handlerMillis) {
        return new Setup(fsync, linked, consumers, handlerMillis, timeoutMillis, maxMessages);
    }

    Setup timeout(int timeoutMillis) {
        return new Setup(fsync, linked, consumers, handlerMillis, timeoutMillis, maxMessages);
    }

    Setup cap(long maxMessages) {
        return new Setup(fsync, linked, consumers, handlerMillis, timeoutMillis, maxMessages);
    }

    static RelayOptions relay(long maxMessages) {
        return RelayOptions.defaults()
                .withNamespace(NAMESPACE)
                .withMaxMessages(maxMessages)
                .withCommandTimeout(COMMAND_TIMEOUT);
    }

    static WorkerOptions worker(String subscription, int timeoutMillis) {
        return WorkerOptions.of(subscription, SUBSCRIPTIONS.get(subscription))
                .concurrency(4)
                .maxAttempts(MAX_ATTEMPTS)
                .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(200)))
                .lockDuration(LOCK)
                .stalledInterval(STALLED)
                .handlerTimeout(Duration.ofMillis(timeoutMillis))
                .build();
    }
}
