package io.relaymq;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is published. Immutable if its payload is.
 *
 * @param subject its dotted address
 * @param payload what the {@link PayloadCodec} encodes; {@code byte[]} and {@code String} travel as they are; null is an
 *     empty payload
 * @param headers text by name, handed to every handler; empty by default
 */
public record Message(String subject, @Nullable Object payload, Map<String, String> headers) {

    /**
     * @throws InvalidSubjectException if the subject breaks a rule
     */
    public Message {
        Subjects.requireValid(subject);
        headers = Map.copyOf(headers);
    }

    /** A message without headers. */
    public static Message of(String subject, @Nullable Object payload) {
        return new Message(subject, payload, Map.of());
    }

    /** The same message with one header more; a header of that name is replaced. */
    public Message withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return new Message(subject, payload, more);
    }
}
