package io.relaymq.benchmarks.edge;

import io.relaymq.benchmarks.server.ProcessStat;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An {@link EdgeApplication} that runs; ended by close. Used by one thread. */
final class EdgeProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private final int port;

    private EdgeProcess(Process process) throws IOException {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.port = Integer.parseInt(await("ready "));
    }

    static EdgeProcess start(WebServer server, int redisPort, Duration heartbeat, String... jvmOptions)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EdgeApplication.class.getName()));
        command.addAll(List.of(server.name(), Integer.toString(redisPort), Long.toString(heartbeat.toMillis())));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new EdgeProcess(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    int port() {
        return port;
    }

    /** What it holds, after a collection of garbage or as it is. */
    Reading read(boolean collected) throws IOException {
        input.write(collected ? "gc\n" : "look\n");
        input.flush();
        return Reading.parse(await("reading "));
    }

    double cpuSeconds() {
        return ProcessStat.cpuSeconds(process.pid());
    }

    private String await(String word) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith(word)) {
            System.err.println(line); // of its log
            line = output.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("The application ended where '" + word + "' was expected of it");
        }
        return line.substring(word.length());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
