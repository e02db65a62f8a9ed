package io.relaymq.spring;

import io.relaymq.BroadcastWorker.State;
import io.relaymq.WorkerOptions;
import io.relaymq.WorkerStatus;
import org.jspecify.annotations.Nullable;

/**
 * A listener as the {@link RelayListenerRegistry} knows it, at one moment.
 *
 * @param id its name in the registry
 * @param place the class or method that was annotated, for humans
 * @param broadcast the broadcast it listens to
 * @param options with which its worker is made; the concurrency of a listener of batches counts deliveries
 * @param autoStartup whether it starts with the application
 * @param state what its worker is doing; {@code CLOSED} if it is stopped
 * @param status its worker's; null if it is stopped
 */
public record RelayListenerInfo(
        String id,
        String place,
        String broadcast,
        WorkerOptions options,
        boolean autoStartup,
        State state,
        @Nullable WorkerStatus status) {}
