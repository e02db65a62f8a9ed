package io.relaymq;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Turns payloads into bytes and back. Implementations are thread-safe. {@link JsonCodec} is the default. */
public interface PayloadCodec {

    /**
     * @param payload what was published; null is an empty payload
     * @throws PayloadException if it cannot be encoded
     */
    byte[] encode(@Nullable Object payload);

    /**
     * @param data what was stored
     * @param type what the receiver wants, from its own code only
     * @throws PayloadException if the data cannot be read as that type
     */
    Object decode(byte[] data, Type type);
}
