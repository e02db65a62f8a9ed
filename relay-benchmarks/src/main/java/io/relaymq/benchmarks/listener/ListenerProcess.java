package io.relaymq.benchmarks.listener;

import io.relaymq.benchmarks.server.ProcessStat;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Listener} that runs; ended by close. */
public final class ListenerProcess implements AutoCloseable {

    /** Of a listener that counts no end. */
    public static final long ENDLESS = Long.MAX_VALUE;

    /**
     * What to listen to.
     *
     * @param messages after how many it is done
     */
    public record Task(String uri, String broadcast, String subscription, int concurrency, long messages) {}

    private final Process process;
    private final BufferedReader output;

    private ListenerProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one and returns when it has joined. */
    public static ListenerProcess start(Task task, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Listener.class.getName()));
        command.addAll(List.of(
                task.uri(),
                task.broadcast(),
                task.subscription(),
                Integer.toString(task.concurrency()),
                Long.toString(task.messages())));
        ListenerProcess listener = new ListenerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        listener.await("ready");
        return listener;
    }

    /** Waits until it is done. Returns the seconds from its first message to its last one. */
    public double awaitDone() throws IOException {
        return Double.parseDouble(await("done").substring("done ".length()));
    }

    private String await(String word) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith(word)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("The listener ended without being " + word);
        }
        return line;
    }

    /** Processor time it has used. */
    public double cpuSeconds() {
        return ProcessStat.cpuSeconds(process.pid());
    }

    /** Bytes it holds. */
    public double memory() {
        return ProcessStat.memory(process.pid());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
