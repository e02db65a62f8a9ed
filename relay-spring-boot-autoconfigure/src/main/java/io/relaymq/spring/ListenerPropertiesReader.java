package io.relaymq.spring;

import io.relaymq.WorkerOptions;
import java.util.Map;

/** Reads {@link RelayListener#properties()} as if they were {@code relay.subscriptions.<name>.*}. Spring Boot's module has one. */
public interface ListenerPropertiesReader {

    /** The default of {@link #batchSize}. */
    int DEFAULT_BATCH_SIZE = 100;

    /**
     * Sets what the properties say.
     *
     * @param own those of the annotation, by key
     * @throws IllegalArgumentException if a key does not exist or a value is not valid; the message names it
     */
    void apply(String subscription, Map<String, String> own, WorkerOptions.Builder options);

    /** The most deliveries in a batch, with {@code batch-size} of the annotation or else of the application. */
    int batchSize(String subscription, Map<String, String> own);

    /** Knows no properties. */
    static ListenerPropertiesReader none() {
        return NoProperties.INSTANCE;
    }
}
