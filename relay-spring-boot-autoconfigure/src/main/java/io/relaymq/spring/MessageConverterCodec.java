package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.PayloadCodec;
import io.relaymq.PayloadException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.util.ClassUtils;

/**
 * Reads and writes payloads by Spring's {@link MessageConverter}s: the first one that does not answer null. What none of them
 * converts is left to another codec. {@code byte[]} travels as it is. Thread-safe if the converters are.
 *
 * <p>Which type a payload is read as is said by the receiver alone; a converter sees the message's headers when a listener
 * receives it, and may ask them how to read, such as by {@code contentType}. When it writes there are no headers yet.
 */
public final class MessageConverterCodec implements PayloadCodec {

    private static final MessageHeaders NONE = new MessageHeaders(Map.of());

    private final List<MessageConverter> converters;
    private final PayloadCodec rest;

    /**
     * @param converters asked in this order; they write bytes, or text, which becomes UTF-8
     * @param rest reads and writes what no converter does
     */
    public MessageConverterCodec(List<MessageConverter> converters, PayloadCodec rest) {
        this.converters = List.copyOf(converters);
        this.rest = Objects.requireNonNull(rest, "rest");
    }

    @Override
    public byte[] encode(@Nullable Object payload) {
        if (payload != null && !(payload instanceof byte[])) {
            for (MessageConverter converter : converters) {
                Message<?> written = write(converter, payload);
                if (written != null) {
                    return bytes(converter, payload, written.getPayload());
                }
            }
        }
        return rest.encode(payload);
    }

    @Override
    public Object decode(byte[] data, Type type) {
        return decode(data, NONE, type);
    }

    /** As {@link #decode}, with the headers of the delivery. */
    Object decode(Delivery delivery, Type type) {
        return decode(delivery.data(), RelayHeaders.of(delivery), type);
    }

    private Object decode(byte[] data, MessageHeaders headers, Type type) {
        if (type != byte[].class) {
            Message<byte[]> message = MessageBuilder.createMessage(data, headers);
            for (MessageConverter converter : converters) {
                Object value = read(converter, message, type);
                if (value != null) {
                    return value;
                }
            }
        }
        return rest.decode(data, type);
    }

    private static @Nullable Message<?> write(MessageConverter converter, Object payload) {
        try {
            return converter.toMessage(payload, NONE);
        } catch (RuntimeException e) {
            throw new PayloadException(
                    "Cannot encode a payload of " + payload.getClass().getName() + " by " + name(converter) + ": "
                            + e.getMessage() + ". Nothing was stored.",
                    e);
        }
    }

    private static byte[] bytes(MessageConverter converter, Object payload, Object written) {
        if (written instanceof byte[] bytes) {
            return bytes;
        }
        if (written instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw new PayloadException(
                "Cannot encode a payload of " + payload.getClass().getName() + ": "
                        + name(converter) + " made a " + written.getClass().getName()
                        + " of it, and no bytes. Nothing was stored.");
    }

    private static @Nullable Object read(MessageConverter converter, Message<byte[]> message, Type type) {
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(ParameterTypes.raw(type));
        Object value;
        try {
            value = converter instanceof SmartMessageConverter smart && !(type instanceof Class<?>)
                    ? smart.fromMessage(message, raw, new GenericTypeHint(type))
                    : converter.fromMessage(message, raw);
        } catch (RuntimeException e) {
            throw unreadable(converter, message, type, e.getMessage(), e);
        }
        if (value != null && !raw.isInstance(value)) {
            throw unreadable(
                    converter, message, type, "it became a " + value.getClass().getName(), null);
        }
        return value;
    }

    private static PayloadException unreadable(
            MessageConverter converter,
            Message<byte[]> message,
            Type type,
            @Nullable String why,
            @Nullable Throwable e) {
        return new PayloadException(
                "Cannot read the payload (" + message.getPayload().length + " bytes) as " + type.getTypeName() + " by "
                        + name(converter) + ": " + why + ".",
                e);
    }

    private static String name(MessageConverter converter) {
        return converter.getClass().getName();
    }
}
