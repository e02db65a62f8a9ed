package io.relaymq.boot.autoconfigure.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the edge reads and writes it: strict, on one line, and with every number as it came. */
final class EdgeJson {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonMapper MAPPER = new JsonMapper(FACTORY);

    private EdgeJson() {}

    static JsonParser parser(byte[] json) {
        return FACTORY.createParser(ObjectReadContext.empty(), requireUtf8(json));
    }

    /** The parser of a member would take any bytes for text. */
    private static byte[] requireUtf8(byte[] json) {
        if (text(json) == null) {
            throw Problem.badRequest("invalid-json", "The body is not UTF-8.");
        }
        return json;
    }

    /** Null if it is not UTF-8. */
    static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The value that the parser is at, on one line. */
    static byte[] value(JsonParser parser) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            generator.copyCurrentStructureExact(parser);
        }
        return out.toByteArray();
    }

    /** A map of texts, numbers and truths, written. */
    static byte[] write(Map<String, ?> members) {
        return MAPPER.writeValueAsBytes(members);
    }

    /**
     * A message as an event's data. A payload that is JSON is a value in it, other text a string, and bytes that are no text come
     * in Base64.
     */
    static byte[] event(String id, String subject, byte[] payload, long timestamp, boolean retained) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length + 128);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("id", id);
            json.writeStringProperty("subject", subject);
            writeData(json, payload);
            json.writeNumberProperty("timestamp", timestamp);
            if (retained) {
                json.writeBooleanProperty("retained", true);
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void writeData(JsonGenerator json, byte[] payload) {
        json.writeName("data");
        String text = text(payload);
        if (payload.length == 0) {
            json.writeNull();
        } else if (text == null) {
            json.writeString(Base64.getEncoder().encodeToString(payload));
            json.writeStringProperty("encoding", "base64");
        } else {
            byte[] value = oneValue(payload);
            if (value == null) {
                json.writeString(text);
            } else {
                json.writeRawValue(new String(value, StandardCharsets.UTF_8));
            }
        }
    }

    /** Null if it is not one JSON value and nothing else. */
    private static byte @Nullable [] oneValue(byte[] payload) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), payload)) {
            if (parser.nextToken() == null) {
                return null;
            }
            byte[] value = value(parser);
            return parser.nextToken() == null ? value : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    static StreamReadException unexpected(JsonParser parser, String expected) {
        JsonToken token = parser.currentToken();
        return new StreamReadException(parser, "Expected " + expected + ", got " + (token == null ? "the end" : token));
    }
}
