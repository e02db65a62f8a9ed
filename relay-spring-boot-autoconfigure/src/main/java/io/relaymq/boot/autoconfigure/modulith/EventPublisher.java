package io.relaymq.boot.autoconfigure.modulith;

import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.spring.RelayOperations;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.util.StringUtils;

/** Publishes an event where its routing says: {@code broadcast::subject}, or a subject alone of the default broadcast. */
final class EventPublisher implements BiFunction<RoutingTarget, Object, CompletableFuture<?>> {

    private final EventExternalizationConfiguration configuration;
    private final RelayOperations operations;

    EventPublisher(EventExternalizationConfiguration configuration, RelayOperations operations) {
        this.configuration = configuration;
        this.operations = operations;
    }

    @Override
    public CompletableFuture<PublishResult> apply(RoutingTarget target, Object event) {
        String key = target.getKey();
        if (!StringUtils.hasText(key)) {
            return operations.publishAsync(message(target.getTarget(), event));
        }
        return operations.on(target.getTarget()).publishAsync(message(key, event));
    }

    private Message message(String subject, Object event) {
        Message message = Message.of(subject, event);
        for (Map.Entry<String, @Nullable Object> header :
                configuration.getHeadersFor(event).entrySet()) {
            if (header.getValue() != null) {
                message = message.withHeader(header.getKey(), header.getValue().toString());
            }
        }
        return message;
    }
}
