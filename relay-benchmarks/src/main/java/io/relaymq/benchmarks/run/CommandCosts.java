package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.server.RedisServer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Redis says of each command: {@code INFO commandstats}. Commands that a script calls are counted, and are part of its time. */
public final class CommandCosts {

    private static final Pattern LINE = Pattern.compile("cmdstat_([^:]+):calls=(\\d+),usec=(\\d+)");

    private final Map<String, Cost> costs;

    private CommandCosts(Map<String, Cost> costs) {
        this.costs = costs;
    }

    /** How often a command was called, and how long that took altogether. */
    public record Cost(long calls, long micros) {

        private static final Cost NONE = new Cost(0, 0);

        private Cost minus(Cost earlier) {
            return new Cost(calls - earlier.calls, micros - earlier.micros);
        }
    }

    /** Of all commands since the server started. */
    public static CommandCosts of(RedisServer server) {
        Map<String, Cost> costs = new TreeMap<>();
        Matcher matcher = LINE.matcher(server.control().sync().info("commandstats"));
        while (matcher.find()) {
            costs.put(matcher.group(1), new Cost(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))));
        }
        return new CommandCosts(costs);
    }

    /** What came between an earlier look and this one, by command. */
    public Map<String, Cost> since(CommandCosts earlier) {
        Map<String, Cost> between = new TreeMap<>();
        costs.forEach((command, cost) -> {
            Cost difference = cost.minus(earlier.costs.getOrDefault(command, Cost.NONE));
            if (difference.calls() > 0) {
                between.put(command, difference);
            }
        });
        return between;
    }
}
