package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.Message;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.MessageHeaders;

/**
 * Names for {@code @Header} under which a listener finds the circumstances of a delivery; also keys of the
 * {@link MessageHeaders} of a Spring message. They win over headers of the same name that a publisher has set.
 */
public final class RelayHeaders {

    /** The message's id; a {@code String}. */
    public static final String MESSAGE_ID = "relay_messageId";

    /** The message's subject; a {@code String}. */
    public static final String SUBJECT = "relay_subject";

    /** The broadcast's name; a {@code String}. */
    public static final String BROADCAST = "relay_broadcast";

    /** The subscription's name; a {@code String}. */
    public static final String SUBSCRIPTION = "relay_subscription";

    /** When it was published, by the server's clock; a {@code java.time.Instant}. */
    public static final String TIMESTAMP = "relay_timestamp";

    /** The number of the attempt, from 1; an {@code Integer}. */
    public static final String DELIVERY_ATTEMPT = "relay_deliveryAttempt";

    /** Whether it may have been given to a handler before; a {@code Boolean}. */
    public static final String REDELIVERED = "relay_redelivered";

    /** Whether it is delivered again on purpose; a {@code Boolean}. */
    public static final String REPLAYED = "relay_replayed";

    /** The ordering key, see {@link Message#withOrderingKey}; a {@code String}, and absent if there is none. */
    public static final String ORDERING_KEY = Message.ORDERING_KEY_HEADER;

    private static final String PREFIX = "relay_";

    private RelayHeaders() {}

    /** The circumstance or header of that name; null if there is none. */
    static @Nullable Object value(Delivery delivery, String name) {
        Object circumstance = name.startsWith(PREFIX) ? circumstance(delivery, name) : null;
        return circumstance != null ? circumstance : delivery.headers().get(name);
    }

    private static @Nullable Object circumstance(Delivery delivery, String name) {
        return switch (name) {
            case MESSAGE_ID -> delivery.id();
            case SUBJECT -> delivery.subject();
            case BROADCAST -> delivery.broadcast();
            case SUBSCRIPTION -> delivery.subscription();
            case TIMESTAMP -> delivery.publishedAt();
            case DELIVERY_ATTEMPT -> delivery.attempt();
            case REDELIVERED -> delivery.redelivered();
            case REPLAYED -> delivery.replayed();
            default -> null;
        };
    }

    /** All headers and circumstances, without an id of Spring's. */
    static MessageHeaders of(Delivery delivery) {
        Map<String, Object> all = new HashMap<>(delivery.headers());
        all.put(MESSAGE_ID, delivery.id());
        all.put(SUBJECT, delivery.subject());
        all.put(BROADCAST, delivery.broadcast());
        all.put(SUBSCRIPTION, delivery.subscription());
        all.put(TIMESTAMP, delivery.publishedAt());
        all.put(DELIVERY_ATTEMPT, delivery.attempt());
        all.put(REDELIVERED, delivery.redelivered());
        all.put(REPLAYED, delivery.replayed());
        return new Received(all, delivery.publishedAt().toEpochMilli());
    }

    /** Its id is the header {@link #MESSAGE_ID}, its timestamp that of the publish. */
    private static final class Received extends MessageHeaders {

        private static final long serialVersionUID = 1L;

        Received(Map<String, Object> headers, long timestamp) {
            super(headers, ID_VALUE_NONE, timestamp);
        }
    }
}
