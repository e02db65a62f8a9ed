package io.relaymq.spring;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the text of annotations' attributes. Whatever is wrong with one, the message says which. */
final class Attributes {

    private final TextResolver text;

    Attributes(TextResolver text) {
        this.text = text;
    }

    /** The text, or that one if there is none. */
    String text(String name, String raw, String fallback) {
        String value = read(name, raw, text::text);
        return value.isEmpty() ? fallback : value;
    }

    /** The value; null if there is no text. */
    <T> @Nullable T value(String name, String raw, Function<String, T> parse) {
        return read(name, raw, given -> {
            String value = text.text(given);
            return value.isEmpty() ? null : parse.apply(value);
        });
    }

    <T> @Nullable T bean(String name, String raw, Class<T> type) {
        return raw.isEmpty() ? null : read(name, raw, given -> text.bean(given, type));
    }

    SubjectTemplates templates(String[] raw) {
        return read(
                "subjects",
                raw,
                entries -> SubjectTemplates.of(Arrays.stream(entries)
                        .flatMap(entry -> text.texts(entry).stream())
                        .toList()));
    }

    /** Entries {@code key=value}. */
    Map<String, String> properties(String[] raw) {
        return read("properties", raw, entries -> {
            Map<String, String> properties = new LinkedHashMap<>();
            for (String entry : List.of(entries)) {
                String value = text.text(entry);
                int equals = value.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("expected key=value, got: '" + value + "'");
                }
                properties.put(
                        value.substring(0, equals).trim(),
                        value.substring(equals + 1).trim());
            }
            return properties;
        });
    }

    static int integer(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number, got: '" + value + "'", e);
        }
    }

    static boolean bool(String value) {
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException("expected true or false, got: '" + value + "'");
        }
        return Boolean.parseBoolean(value);
    }

    /** Whether it is settled by hand. */
    static boolean manual(String value) {
        if (!value.equalsIgnoreCase("AUTO") && !value.equalsIgnoreCase("MANUAL")) {
            throw new IllegalArgumentException("expected AUTO or MANUAL, got: '" + value + "'");
        }
        return value.equalsIgnoreCase("MANUAL");
    }

    static <R extends @Nullable Object, T extends @Nullable Object> T read(String name, R raw, Function<R, T> read) {
        try {
            return read.apply(raw);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("Attribute '" + name + "': " + e.getMessage(), e);
        }
    }
}
