package io.relaymq;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON by Jackson 3. {@code byte[]} and {@code String} travel as they are, a string as UTF-8 text and not as a JSON
 * string, and can be asked for whatever was published.
 */
public final class JsonCodec implements PayloadCodec {

    private static final byte[] EMPTY = {};

    private final JsonMapper mapper;

    /** With a mapper of its own, in Jackson's default configuration. */
    public JsonCodec() {
        this(JsonMapper.builder().build());
    }

    /** With the application's mapper. */
    public JsonCodec(JsonMapper mapper) {
        this.mapper = Objects.requireNonNull(mapper, "mapper");
    }

    @Override
    public byte[] encode(@Nullable Object payload) {
        if (payload == null) {
            return EMPTY;
        }
        if (payload instanceof byte[] bytes) {
            return bytes;
        }
        if (payload instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return mapper.writeValueAsBytes(payload);
        } catch (JacksonException e) {
            throw new PayloadException(
                    "Cannot encode a payload of " + payload.getClass().getName() + " as JSON: " + e.getOriginalMessage()
                            + ". Nothing was stored.",
                    e);
        }
    }

    @Override
    public Object decode(byte[] data, Type type) {
        if (type == byte[].class) {
            return data;
        }
        if (type == String.class) {
            return new String(data, StandardCharsets.UTF_8);
        }
        Object value;
        try {
            value = mapper.readValue(data, mapper.constructType(type));
        } catch (JacksonException e) {
            throw new PayloadException(
                    "Cannot read the payload (" + data.length + " bytes) as " + type.getTypeName() + ": "
                            + e.getOriginalMessage() + ".",
                    e);
        }
        if (value == null) {
            throw new PayloadException("Cannot read the payload as " + type.getTypeName() + ": it is JSON null.", null);
        }
        return value;
    }
}
