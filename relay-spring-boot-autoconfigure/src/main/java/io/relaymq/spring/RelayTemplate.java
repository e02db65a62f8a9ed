package io.relaymq.spring;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Publishes through a {@link Relay}. Thread-safe. */
public class RelayTemplate implements RelayOperations {

    private final Relay relay;
    private final String defaultBroadcast;

    /**
     * @param relay what publishes
     * @param defaultBroadcast the broadcast of calls that name none
     * @throws IllegalArgumentException if a broadcast cannot have that name
     */
    public RelayTemplate(Relay relay, String defaultBroadcast) {
        this.relay = Objects.requireNonNull(relay, "relay");
        this.defaultBroadcast = relay.broadcast(defaultBroadcast).name();
    }

    @Override
    public PublishResult publish(String broadcast, String subject, @Nullable Object payload) {
        return relay.broadcast(broadcast).publish(subject, payload);
    }

    @Override
    public PublishResult publish(Message message) {
        return byDefault().publish(message);
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(String broadcast, String subject, @Nullable Object payload) {
        return relay.broadcast(broadcast).publishAsync(Message.of(subject, payload));
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(Message message) {
        return byDefault().publishAsync(message);
    }

    private Broadcast byDefault() {
        return relay.broadcast(defaultBroadcast);
    }
}
