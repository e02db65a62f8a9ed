package io.relaymq.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel of Linux says of a process. */
public final class ProcessStat {

    /** {@code USER_HZ}, which is 100 on every Linux there is. */
    private static final double TICKS_A_SECOND = 100;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private ProcessStat() {}

    /** Processor time of a process with all its threads; NaN where there is no /proc. */
    public static double cpuSeconds(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            List<String> afterName =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return (Long.parseLong(afterName.get(USER_TIME)) + Long.parseLong(afterName.get(SYSTEM_TIME)))
                    / TICKS_A_SECOND;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Bytes of memory a process holds; NaN where there is no /proc. */
    public static double memory(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024.0;
                }
            }
            return Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
