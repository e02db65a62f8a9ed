package io.relaymq.spring;

import io.relaymq.Broadcast;
import io.relaymq.JsonCodec;
import io.relaymq.Message;
import io.relaymq.PayloadCodec;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Publishes through a {@link Relay}, and shows every message to the {@link PublishInterceptor}s before. Thread-safe. */
public class RelayTemplate implements RelayOperations {

    private static final boolean TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            RelayTemplate.class.getClassLoader());

    private final Relay relay;
    private final String defaultBroadcast;
    private final PayloadCodec codec;
    private final List<PublishInterceptor> interceptors;

    /** With JSON and without interceptors. */
    public RelayTemplate(Relay relay, String defaultBroadcast) {
        this(relay, defaultBroadcast, new JsonCodec(), List.of());
    }

    /**
     * @param relay what publishes
     * @param defaultBroadcast the broadcast of calls that name none
     * @param codec encodes what is published after a commit; the one that {@code relay} has
     * @param interceptors called for each message, in this order
     * @throws IllegalArgumentException if a broadcast cannot have that name
     */
    public RelayTemplate(
            Relay relay, String defaultBroadcast, PayloadCodec codec, List<PublishInterceptor> interceptors) {
        this.relay = Objects.requireNonNull(relay, "relay");
        this.defaultBroadcast = relay.broadcast(defaultBroadcast).name();
        this.codec = Objects.requireNonNull(codec, "codec");
        this.interceptors = List.copyOf(interceptors);
    }

    @Override
    public PublishResult publish(Message message) {
        return broadcast().publish(intercepted(message));
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(Message message) {
        return broadcast().publishAsync(intercepted(message));
    }

    @Override
    public List<PublishResult> publishAll(List<Message> messages) {
        return broadcast().publishAll(messages.stream().map(this::intercepted).toList());
    }

    @Override
    public CompletableFuture<PublishResult> publishAfterCommit(Message message) {
        if (!TRANSACTIONS || !PublishAfterCommit.isTransactionActive()) {
            return CompletableFuture.completedFuture(publish(message));
        }
        Message encoded = encoded(intercepted(message));
        return PublishAfterCommit.register(() -> broadcast().publish(encoded));
    }

    @Override
    public RelayOperations on(String broadcast) {
        return new RelayTemplate(relay, broadcast, codec, interceptors);
    }

    @Override
    public RelayPublication message(@Nullable Object payload) {
        return new RelayPublication(this, payload);
    }

    private Broadcast broadcast() {
        return relay.broadcast(defaultBroadcast);
    }

    private Message intercepted(Message message) {
        Message seen = message;
        for (PublishInterceptor interceptor : interceptors) {
            seen = interceptor.intercept(defaultBroadcast, seen);
        }
        return seen;
    }

    /** What cannot be encoded shall roll back, and what is changed after this shall not be published. */
    private Message encoded(Message message) {
        return message.withPayload(codec.encode(message.payload()));
    }
}
