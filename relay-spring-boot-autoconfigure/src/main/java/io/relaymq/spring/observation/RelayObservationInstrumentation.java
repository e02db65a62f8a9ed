package io.relaymq.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.ReleaseMessageException;
import io.relaymq.spring.RelayInstrumentation;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observes each publish and each run of a handler. The trace goes on in the handler: a publish carries it in the message's
 * headers, by whatever propagation the application's tracer has.
 */
public final class RelayObservationInstrumentation implements RelayInstrumentation {

    private static final RelayPublishObservationConvention PUBLISH = new DefaultRelayPublishObservationConvention();
    private static final RelayProcessObservationConvention PROCESS = new DefaultRelayProcessObservationConvention();
    private static final RelayBatchObservationConvention BATCH = new DefaultRelayBatchObservationConvention();

    private final ObservationRegistry registry;
    private final @Nullable RelayPublishObservationConvention publish;
    private final @Nullable RelayProcessObservationConvention process;
    private final @Nullable RelayBatchObservationConvention batch;

    /** What runs and has not ended, by the very delivery: a batch links to it. */
    private final Map<Delivery, Observation> runs = Collections.synchronizedMap(new IdentityHashMap<>());

    /**
     * @param publish null = the default
     * @param process null = the default
     * @param batch null = the default
     */
    public RelayObservationInstrumentation(
            ObservationRegistry registry,
            @Nullable RelayPublishObservationConvention publish,
            @Nullable RelayProcessObservationConvention process,
            @Nullable RelayBatchObservationConvention batch) {
        this.registry = registry;
        this.publish = publish;
        this.process = process;
        this.batch = batch;
    }

    @Override
    public @Nullable Publishing publishing(String broadcast, Message message) {
        if (registry.isNoop()) {
            return null;
        }
        RelayPublishContext context = new RelayPublishContext(broadcast, message);
        Observation observation = RelayObservation.PUBLISH.observation(publish, PUBLISH, () -> context, registry);
        observation.start();
        return new ObservedPublish(observation, context);
    }

    @Override
    public @Nullable Handling handling(Delivery delivery) {
        if (registry.isNoop()) {
            return null;
        }
        Observation observation = RelayObservation.PROCESS.observation(
                process, PROCESS, () -> new RelayProcessContext(delivery), registry);
        observation.start();
        runs.put(delivery, observation);
        return new ObservedRun(observation, observation.openScope(), () -> runs.remove(delivery));
    }

    @Override
    public @Nullable Handling handlingBatch(List<Delivery> deliveries) {
        if (registry.isNoop()) {
            return null;
        }
        List<Observation.ContextView> runsOfBatch = deliveries.stream()
                .map(runs::get)
                .filter(Objects::nonNull)
                .<Observation.ContextView>map(Observation::getContextView)
                .toList();
        Observation observation = RelayObservation.BATCH.observation(
                batch, BATCH, () -> new RelayBatchContext(deliveries, runsOfBatch), registry);
        observation.start();
        return new ObservedRun(observation, observation.openScope(), () -> {});
    }

    @Override
    public String toString() {
        return "of observations";
    }

    private record ObservedPublish(Observation observation, RelayPublishContext context) implements Publishing {

        @Override
        public Message message() {
            Message message = context.message();
            Map<String, String> written = context.getCarrier();
            if (written != null) {
                for (Map.Entry<String, String> header : written.entrySet()) {
                    message = message.withHeader(header.getKey(), header.getValue());
                }
            }
            return message;
        }

        @Override
        public void finished(@Nullable PublishResult result, @Nullable Throwable failure) {
            context.result(result);
            if (failure != null) {
                observation.error(failure);
            }
            observation.stop();
        }
    }

    private record ObservedRun(Observation observation, Observation.Scope scope, Runnable end) implements Handling {

        @Override
        public void returned() {
            scope.close();
        }

        @Override
        public void finished(@Nullable Throwable failure) {
            if (failure != null && !(failure instanceof ReleaseMessageException)) {
                observation.error(failure);
            }
            observation.stop();
            end.run();
        }
    }
}
