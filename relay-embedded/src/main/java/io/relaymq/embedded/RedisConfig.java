package io.relaymq.embedded;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The lines of {@code redis.conf}: what this module insists on, over what the caller sets, over memory-only defaults. */
final class RedisConfig {

    private static final Set<String> OWN = Set.of("port", "bind", "daemonize", "dir", "logfile", "supervised");

    private final Map<String, String> settings = new LinkedHashMap<>();

    RedisConfig() {
        settings.put("save", "\"\"");
        settings.put("appendonly", "no");
    }

    void set(String name, String value) {
        String key = name.toLowerCase(Locale.ROOT);
        if (OWN.contains(key)) {
            throw new IllegalArgumentException("Setting '" + name + "' belongs to RedisProcess and cannot be set");
        }
        if (!key.matches("[a-z0-9-]+") || value.isBlank() || value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("Setting '" + name + "' with value '" + value
                    + "' is not one line of redis.conf (an empty value is written as \"\" with its quotes)");
        }
        settings.put(key, value);
    }

    String text(int port) {
        Map<String, String> lines = new LinkedHashMap<>(settings);
        lines.put("bind", "127.0.0.1");
        lines.put("port", Integer.toString(port));
        lines.put("daemonize", "no");
        return lines.entrySet().stream()
                .map(line -> line.getKey() + " " + line.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
