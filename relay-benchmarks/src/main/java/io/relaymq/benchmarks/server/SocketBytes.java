package io.relaymq.benchmarks.server;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the kernel counts of a port's connections that stand, by the command {@code ss}. */
record SocketBytes(double received, double sent) {

    private static final Pattern RECEIVED = Pattern.compile("bytes_received:(\\d+)");
    private static final Pattern SENT = Pattern.compile("bytes_sent:(\\d+)");

    static SocketBytes of(int port) {
        String output = Commands.output("ss", "-tinH", "state", "established", "sport", "=", ":" + port);
        return new SocketBytes(sum(RECEIVED, output), sum(SENT, output));
    }

    private static double sum(Pattern pattern, String output) {
        return output.isEmpty()
                ? Double.NaN
                : pattern.matcher(output)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .mapToDouble(Double::parseDouble)
                        .sum();
    }
}
