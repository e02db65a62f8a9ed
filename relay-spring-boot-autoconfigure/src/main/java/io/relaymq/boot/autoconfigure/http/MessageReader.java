package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Message;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads a message to publish: {@code {"subject", "data", "headers", "idempotencyKey", "delay", "ttl", "retain"}}, and nothing else. */
final class MessageReader {

    private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000);

    private final JsonParser json;
    private @Nullable String subject;
    private byte @Nullable [] data;
    private Map<String, String> headers = Map.of();
    private @Nullable String idempotencyKey;
    private Duration delay = Duration.ZERO;
    private Duration ttl = Duration.ZERO;
    private @Nullable Duration retain;

    private MessageReader(JsonParser json) {
        this.json = json;
    }

    /**
     * @param keyOfHeader of the HTTP header {@code Idempotency-Key}; null if there is none
     * @throws Problem if it cannot be understood
     */
    static Message read(byte[] body, @Nullable String keyOfHeader) {
        try (JsonParser json = EdgeJson.parser(body)) {
            return new MessageReader(json).read(keyOfHeader);
        }
    }

    private Message read(@Nullable String keyOfHeader) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw EdgeJson.unexpected(json, "an object with a subject");
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = json.currentName();
            json.nextToken();
            readField(field);
        }
        if (json.nextToken() != null) {
            throw EdgeJson.unexpected(json, "nothing after the object");
        }
        return message(keyOfHeader);
    }

    private void readField(String field) {
        switch (field) {
            case "subject" -> subject = text(field);
            case "data" -> data = json.currentToken() == JsonToken.VALUE_NULL ? null : EdgeJson.value(json);
            case "headers" -> headers = headers();
            case "idempotencyKey" -> idempotencyKey = isNull() ? null : text(field);
            case "delay" -> delay = isNull() ? Duration.ZERO : duration(field);
            case "ttl" -> ttl = isNull() ? Duration.ZERO : positive(field);
            case "retain" -> retain = retain();
            default ->
                throw Problem.badRequest(
                                "unknown-field",
                                "There is no field '" + field
                                        + "'. A message has subject, data, headers, idempotencyKey,"
                                        + " delay, ttl and retain.")
                        .with("field", field);
        }
    }

    private Message message(@Nullable String keyOfHeader) {
        if (subject == null) {
            throw invalid("subject", "is missing");
        }
        if (keyOfHeader != null && idempotencyKey != null && !keyOfHeader.equals(idempotencyKey)) {
            throw invalid("idempotencyKey", "differs from the header Idempotency-Key");
        }
        Message message = Message.of(subject, data).withTimeToLive(ttl).withDelay(delay);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            message = message.withHeader(header.getKey(), header.getValue());
        }
        String key = idempotencyKey != null ? idempotencyKey : keyOfHeader;
        message = key == null ? message : message.withIdempotencyKey(key);
        return retain == null ? message : message.withRetain(retain);
    }

    private boolean isNull() {
        return json.currentToken() == JsonToken.VALUE_NULL;
    }

    private String text(String field) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw invalid(field, "is to be a string");
        }
        return json.getString();
    }

    private Map<String, String> headers() {
        if (isNull()) {
            return Map.of();
        }
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw invalid("headers", "is to be an object of strings");
        }
        Map<String, String> read = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            read.put(name, text("headers." + name));
        }
        return read;
    }

    /** {@code true} retains without end. */
    private @Nullable Duration retain() {
        return switch (json.currentToken()) {
            case VALUE_TRUE -> Duration.ZERO;
            case VALUE_FALSE, VALUE_NULL -> null;
            default -> positive("retain");
        };
    }

    private Duration positive(String field) {
        Duration duration = duration(field);
        if (duration.toMillis() == 0) {
            throw invalid(field, "is to be at least 1 ms");
        }
        return duration;
    }

    /** Milliseconds, or a text such as {@code 30s} or {@code PT30S}. */
    private Duration duration(String field) {
        Duration duration = switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> millis(field, json.getDecimalValue());
            case VALUE_STRING -> parsed(field, json.getString());
            default -> throw invalid(field, "is to be a number of milliseconds or a text such as '30s'");
        };
        if (duration.isNegative()) {
            throw invalid(field, "is not to be negative");
        }
        return duration;
    }

    private static Duration millis(String field, BigDecimal millis) {
        boolean whole = millis.signum() == 0
                || millis.scale() <= 0
                || millis.stripTrailingZeros().scale() <= 0;
        if (!whole || millis.abs().compareTo(LONGEST_MILLIS) > 0) {
            throw invalid(field, "is to be a whole number of milliseconds, at most " + LONGEST_MILLIS);
        }
        return Duration.ofMillis(millis.longValueExact());
    }

    private static Duration parsed(String field, String text) {
        try {
            Duration duration = DurationStyle.detectAndParse(text);
            return millis(field, BigDecimal.valueOf(duration.toMillis()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw invalid(field, "is to be a number of milliseconds or a text such as '30s'");
        }
    }

    private static Problem invalid(String field, String what) {
        return Problem.badRequest("invalid-field", "The field '" + field + "' " + what + ".")
                .with("field", field);
    }
}
