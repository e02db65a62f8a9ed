package io.relaymq.benchmarks.edge;

import io.relaymq.benchmarks.server.ProcessStat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an application holds.
 *
 * @param heap bytes used
 * @param memory bytes of the process
 * @param pooled threads, of all, that the web server keeps for requests and gives back at its leisure
 * @param streams what its meters say are open
 */
public record Reading(long heap, long memory, int threads, int pooled, int sockets, int streams) {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    static Reading ofThisProcess(int streams) {
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        return new Reading(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                (long) ProcessStat.memory(ProcessHandle.current().pid()),
                threads.size(),
                (int) threads.stream().filter(Reading::isPooled).count(),
                openSockets(),
                streams);
    }

    static Reading parse(String text) {
        List<Long> numbers = Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
        return new Reading(
                numbers.get(0),
                numbers.get(1),
                Math.toIntExact(numbers.get(2)),
                Math.toIntExact(numbers.get(3)),
                Math.toIntExact(numbers.get(4)),
                Math.toIntExact(numbers.get(5)));
    }

    String text() {
        return Stream.of(heap, memory, threads, pooled, sockets, streams)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Jetty's and Tomcat's names. */
    private static boolean isPooled(Thread thread) {
        return thread.getName().startsWith("qtp") || thread.getName().contains("-exec-");
    }

    /** Threads that are not the web server's for requests. */
    int otherThreads() {
        return threads - pooled;
    }

    private static int openSockets() {
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            return (int) all.filter(Reading::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
