package io.relaymq.spring;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * What all listeners of an application have in common.
 *
 * @param defaultBroadcast the broadcast of listeners that name none
 * @param customizers called for each listener, in this order
 * @param interceptors around each delivery, the first one outermost
 * @param properties reads properties of annotations
 * @param batchExecutor runs batches; as many threads at a time as the listeners' concurrency allows, and none when there is
 *     nothing to do. Must not reject
 */
public record RelayListenerSettings(
        String defaultBroadcast,
        List<WorkerOptionsCustomizer> customizers,
        List<DeliveryInterceptor> interceptors,
        ListenerPropertiesReader properties,
        Executor batchExecutor) {

    public RelayListenerSettings {
        Objects.requireNonNull(defaultBroadcast, "defaultBroadcast");
        customizers = List.copyOf(customizers);
        interceptors = List.copyOf(interceptors);
        Objects.requireNonNull(properties, "properties");
        Objects.requireNonNull(batchExecutor, "batchExecutor");
    }

    /** Nothing but the broadcast. */
    public static RelayListenerSettings of(String defaultBroadcast) {
        return new RelayListenerSettings(
                defaultBroadcast,
                List.of(),
                List.of(),
                ListenerPropertiesReader.none(),
                new SimpleAsyncTaskExecutor("relay-batch-"));
    }
}
