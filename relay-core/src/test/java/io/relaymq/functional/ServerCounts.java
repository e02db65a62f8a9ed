package io.relaymq.functional;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What a server has counted so far. Commands that scripts call are counted like those that clients send. */
public final class ServerCounts {

    private final Map<String, String> info;

    private ServerCounts(Map<String, String> info) {
        this.info = info;
    }

    public static ServerCounts of(RedisCommands<String, String> redis) {
        String text = redis.info("stats") + "\r\n" + redis.info("commandstats");
        return new ServerCounts(Arrays.stream(text.split("\r?\n"))
                .filter(line -> line.indexOf(':') > 0)
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1),
                        (first, second) -> second)));
    }

    /** Connections accepted. */
    public long connections() {
        return Long.parseLong(info.getOrDefault("total_connections_received", "0"));
    }

    /** Calls of a command, refused ones too. */
    public long calls(String command) {
        String stats = info.getOrDefault("cmdstat_" + command, "calls=0,rejected_calls=0");
        return number(stats, "calls") + number(stats, "rejected_calls");
    }

    /** Scripts that clients ran. */
    public long scripts() {
        return calls("evalsha") + calls("eval");
    }

    private static long number(String stats, String field) {
        return Arrays.stream(stats.split(","))
                .filter(part -> part.startsWith(field + "="))
                .mapToLong(part -> Long.parseLong(part.substring(field.length() + 1)))
                .sum();
    }
}
