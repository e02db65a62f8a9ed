package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.server.ProcessStat;
import io.relaymq.benchmarks.server.Server;
import io.relaymq.benchmarks.server.Usage;

/**
 * Part of a run: how long it took, and what the server and this process used meanwhile.
 *
 * @param used by the server; of memory, what it holds at the end
 */
public record Phase(double seconds, Usage used, double clientCpuSeconds) {

    /** What is measured. */
    public interface Step {
        void run() throws Exception;
    }

    /** Runs and measures a step. */
    public static Phase of(Server server, Step step) throws Exception {
        Usage before = server.usage();
        double clientBefore = clientCpu();
        long begin = System.nanoTime();
        step.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Phase(seconds, server.usage().since(before), clientCpu() - clientBefore);
    }

    private static double clientCpu() {
        return ProcessStat.cpuSeconds(ProcessHandle.current().pid());
    }

    /** Messages a second. */
    public double perSecond(double messages) {
        return messages / seconds;
    }

    /** The server's processor time by messages. */
    public double micros(double messages) {
        return used.cpuSeconds() * 1e6 / messages;
    }
}
