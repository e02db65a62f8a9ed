package io.relaymq.spring.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One publish. What a tracer writes into its carrier travels as headers of the message. */
public final class RelayPublishContext extends SenderContext<Map<String, String>> {

    private final String broadcast;
    private final Message message;
    private volatile @Nullable PublishResult result;

    RelayPublishContext(String broadcast, Message message) {
        super((headers, name, value) -> Objects.requireNonNull(headers).put(name, value), Kind.PRODUCER);
        this.broadcast = broadcast;
        this.message = message;
        setCarrier(new LinkedHashMap<>());
        setRemoteServiceName("redis");
    }

    /** The broadcast's name. */
    public String broadcast() {
        return broadcast;
    }

    /** The message, as the application made it. */
    public Message message() {
        return message;
    }

    /** What became of it; null until it is known, and if it failed. */
    public @Nullable PublishResult result() {
        return result;
    }

    void result(@Nullable PublishResult known) {
        result = known;
    }
}
