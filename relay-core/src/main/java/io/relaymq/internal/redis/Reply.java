package io.relaymq.internal.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a script's reply by position. */
final class Reply {

    private final List<?> values;

    Reply(List<?> values) {
        this.values = values;
    }

    int size() {
        return values.size();
    }

    String text(int index) {
        return new String(bytes(index), StandardCharsets.UTF_8);
    }

    byte[] bytes(int index) {
        Object value = values.get(index);
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        throw new IllegalStateException("Expected text at position " + index + " of a script's reply, got: " + value);
    }

    long number(int index) {
        Object value = values.get(index);
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalStateException(
                "Expected a number at position " + index + " of a script's reply, got: " + value);
    }

    int count(int index) {
        return Math.toIntExact(number(index));
    }

    Reply list(int index) {
        if (values.get(index) instanceof List<?> list) {
            return new Reply(list);
        }
        throw new IllegalStateException("Expected a list at position " + index + " of a script's reply");
    }
}
