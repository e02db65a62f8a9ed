package io.relaymq.internal.redis;

import io.lettuce.core.StreamMessage;
import io.relaymq.DeadLetter;
import io.relaymq.internal.store.HeaderText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Dead letters as they are stored. */
final class DeadLetterEntries {

    private static final byte[] NONE = {};

    private DeadLetterEntries() {}

    static DeadLetter of(StreamMessage<byte[], byte[]> entry) {
        Map<String, byte[]> fields = new HashMap<>();
        entry.getBody().forEach((name, value) -> fields.put(text(name), value));
        return new DeadLetter(
                entry.getId(),
                text(fields, "i"),
                text(fields, "s"),
                HeaderText.readLeniently(fields.getOrDefault("h", NONE)),
                fields.getOrDefault("d", NONE),
                text(fields, "cause"),
                text(fields, "detail"),
                (int) number(fields, "attempts"),
                (int) number(fields, "stalls"),
                (int) number(fields, "replays"),
                Instant.ofEpochMilli(number(fields, "first")),
                Instant.ofEpochMilli(number(fields, "last")),
                text(fields, "consumer"));
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    private static String text(Map<String, byte[]> fields, String name) {
        return text(fields.getOrDefault(name, NONE));
    }

    private static long number(Map<String, byte[]> fields, String name) {
        String text = text(fields, name);
        return text.isEmpty() ? 0 : (long) Double.parseDouble(text);
    }
}
