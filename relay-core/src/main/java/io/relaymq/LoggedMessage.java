package io.relaymq;

import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Map;

/** A message that a broadcast keeps. Not to be implemented by users, except in their tests. */
public interface LoggedMessage {

    /** The message's id: {@code milliseconds-sequence} by the server's clock, ascending in the log. */
    String id();

    /** The message's subject. */
    String subject();

    /** The headers; empty if there are none. */
    Map<String, String> headers();

    /** When it was published, by the server's clock, to the millisecond. */
    Instant publishedAt();

    /** Whether its time to live was over when it was read: no subscription is given it any more. */
    boolean expired();

    /** The payload as it was stored. Do not change it. */
    byte[] data();

    /**
     * The payload as a value of that type.
     *
     * @throws PayloadException if it cannot be read as that type
     */
    Object payload(Type type);

    /** As {@link #payload(Type)}. */
    default <T> T payload(Class<T> type) {
        return type.cast(payload((Type) type));
    }
}
