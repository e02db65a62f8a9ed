package io.relaymq.boot.autoconfigure.http;

import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import io.relaymq.spring.WorkerOptionsCustomizer;
import java.time.Duration;
import java.util.List;

/**
 * How a durable subscription is run for clients over HTTP.
 *
 * @param customizers what the properties and the application set
 * @param patience how long a client waits for the subscription to be joined
 * @param buffer bytes that may wait for one of several clients
 */
record DurableOptions(
        String broadcast,
        String subscription,
        List<WorkerOptionsCustomizer> customizers,
        Duration patience,
        int buffer) {

    /** How many deliveries may be on their way to clients, most of them sent and waiting to be known to have arrived. */
    static final int WINDOW = 1_024;

    /** Nor may they be larger than that, all together: a lone client that does not read is waited for. */
    static final int WINDOW_BYTES = 8 * 1024 * 1024;

    /** How many of them may wait for clients of several to take them before the slowest client is cut off. */
    static final int UNSENT = 768;

    /** A client that is cut off says nothing about the message it was being sent. */
    private static final int STALLS = 1_000_000;

    DurableOptions named(String broadcast, String subscription) {
        return new DurableOptions(broadcast, subscription, customizers, patience, buffer);
    }

    WorkerOptions of(List<String> patterns, StartFrom startFrom) {
        WorkerOptions.Builder builder = WorkerOptions.of(subscription, patterns).startFrom(startFrom);
        customizers.forEach(customizer -> customizer.customize(broadcast, subscription, builder));
        return builder.startFrom(startFrom)
                .concurrency(WINDOW)
                .maxInFlightSize(WINDOW_BYTES)
                .callsInOrder(true)
                .maxStalledCount(STALLS)
                .handlerTimeout(Duration.ZERO)
                .build();
    }
}
