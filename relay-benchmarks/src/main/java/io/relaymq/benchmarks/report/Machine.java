package io.relaymq.benchmarks.report;

import io.relaymq.benchmarks.server.Processors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Where figures come from: none is true without it. */
public final class Machine {

    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");

    private Machine() {}

    /** Processors, operating system, Java, load, in one line. */
    public static String line() {
        return String.format(
                "%s: %d × %s, %s %s, Java %s, load at start %s, %s.",
                LocalDate.now(ZoneOffset.UTC),
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.version(),
                load(),
                Processors.arePinned() ? "server and clients on a processor each" : "not pinned");
    }

    private static String processor() {
        return firstLine(CPU, "model name").replaceAll(".*:\\s*", "");
    }

    private static String load() {
        return firstLine(LOAD, "").replaceAll(" .*", "");
    }

    private static String firstLine(Path file, String prefix) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(prefix))
                    .findFirst()
                    .orElse("?");
        } catch (IOException e) {
            return "?";
        }
    }
}
