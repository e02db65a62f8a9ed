package io.relaymq;

import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One hand-over of a message to one subscription. Not to be implemented by users, except in their tests. */
public interface Delivery {

    /** The message's id: {@code milliseconds-sequence} by the server's clock, ascending in the log, the same for every subscription. */
    String id();

    /** The message's subject. */
    String subject();

    /** The broadcast it was published to. */
    String broadcast();

    /** The subscription it is delivered to. */
    String subscription();

    /** The number of this attempt, from 1. Stalls and releases are not attempts. */
    int attempt();

    /** Whether the message may have been given to a handler of this subscription before. */
    boolean redelivered();

    /**
     * Whether the message is delivered again on purpose: a dead letter that was given back, or one from before the
     * subscription was moved.
     */
    boolean replayed();

    /**
     * Whether it is a value that was retained before the subscription was made, and not a message published since. False unless
     * {@link WorkerOptions#retained()}.
     */
    default boolean retained() {
        return false;
    }

    /** The headers; empty if there are none. */
    Map<String, String> headers();

    /** The key in whose order it is handled, see {@link Message#withOrderingKey}; null if it has none. */
    default @Nullable String orderingKey() {
        return headers().get(Message.ORDERING_KEY_HEADER);
    }

    /** When it was published, by the server's clock, to the millisecond. */
    Instant publishedAt();

    /**
     * Starts {@link WorkerOptions#handlerTimeout()} anew from now on, for a handler that sees that it makes progress; without a
     * timeout, or after the delivery has ended, it has no effect. The lease needs no renewal: that is done for as long as a
     * handler runs. Never asks Redis; from any thread.
     *
     * @return whether, as far as this process knows, the delivery is still its own: false if its time is over, it has been
     *     settled, or the lease has lapsed, so that another process may be running it
     */
    default boolean renew() {
        return true;
    }

    /** The payload as it was stored. Do not change it. */
    byte[] data();

    /**
     * The payload as a value of that type. The type is the caller's; nothing in the message names one.
     *
     * @throws PayloadException if it cannot be read as that type; thrown on by the handler, it makes a dead letter at once
     */
    Object payload(Type type);

    /** As {@link #payload(Type)}. */
    default <T> T payload(Class<T> type) {
        return type.cast(payload((Type) type));
    }
}
