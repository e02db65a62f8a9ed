package io.relaymq.internal.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.relaymq.PayloadException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Headers as they are stored: a JSON object of strings, or nothing. For internal use. */
public final class HeaderText {

    private static final byte[] NONE = {};
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final TypeReference<Map<String, String>> TYPE = new TypeReference<>() {};

    private HeaderText() {}

    /** The stored form. */
    public static byte[] write(Map<String, String> headers) {
        return headers.isEmpty() ? NONE : MAPPER.writeValueAsBytes(headers);
    }

    /**
     * @throws PayloadException if they are not a JSON object of strings
     */
    public static Map<String, String> read(byte[] stored) {
        try {
            return stored.length == 0 ? Map.of() : Map.copyOf(MAPPER.readValue(stored, TYPE));
        } catch (JacksonException | NullPointerException e) {
            throw new PayloadException("Cannot read the headers: expected a JSON object of strings.", e);
        }
    }

    /** The value of one header; null if there is none, it is empty, or they cannot be read. Cheap where the name does not occur. */
    public static @Nullable String value(byte[] stored, String name) {
        if (stored.length < name.length() || !new String(stored, ISO_8859_1).contains(name)) {
            return null;
        }
        String value = readLeniently(stored).get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** None if they cannot be read. */
    public static Map<String, String> readLeniently(byte[] stored) {
        try {
            return read(stored);
        } catch (PayloadException e) {
            return Map.of();
        }
    }
}
