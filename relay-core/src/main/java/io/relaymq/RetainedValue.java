package io.relaymq;

import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last message of a subject that was published to be retained. Not to be implemented by users, except in their tests. */
public interface RetainedValue {

    /** The message's id. */
    String id();

    /** The message's subject. */
    String subject();

    /** The headers; empty if there are none. */
    Map<String, String> headers();

    /** When it was published, by the server's clock, to the millisecond. */
    Instant publishedAt();

    /** When it is a value no more, by the server's clock; null = never. */
    @Nullable
    Instant expiresAt();

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
