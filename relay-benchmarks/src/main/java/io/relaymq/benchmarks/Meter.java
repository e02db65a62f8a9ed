package io.relaymq.benchmarks;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures time and the server's processor time of one step after the other. */
final class Meter {

    private static final Pattern CPU = Pattern.compile("used_cpu_(?:user|sys):([0-9.]+)");
    private static final int MESSAGES = Integer.getInteger("messages", 200_000);

    private final StatefulRedisConnection<String, String> control;
    private final List<Row> rows = new ArrayList<>();

    Meter(StatefulRedisConnection<String, String> control) {
        this.control = control;
    }

    void measure(String what, Step step) throws Exception {
        double cpu = cpu();
        long begin = System.nanoTime();
        step.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        rows.add(new Row(what, MESSAGES / seconds, (cpu() - cpu) * 1e6 / MESSAGES));
    }

    void print() {
        double bare = rows.get(0).cpuMicros();
        FirstNumbers.print("%-40s %12s %14s %10s%n", "step", "messages/s", "Redis us/msg", "x XADD");
        rows.forEach(row -> FirstNumbers.print(
                "%-40s %12.0f %14.2f %10.2f%n", row.what(), row.perSecond(), row.cpuMicros(), row.cpuMicros() / bare));
    }

    private double cpu() {
        Matcher matcher = CPU.matcher(control.sync().info("cpu"));
        double seconds = 0;
        while (matcher.find()) {
            seconds += Double.parseDouble(matcher.group(1));
        }
        return seconds;
    }

    /** What is measured. */
    interface Step {
        void run() throws Exception;
    }

    private record Row(String what, double perSecond, double cpuMicros) {}
}
