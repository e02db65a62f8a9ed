package io.relaymq.samples.livemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A program that runs, and what it has written so far; it ends with this. */
final class Command implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::read, "output");

    private Command(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    static Command start(String... command) throws IOException {
        return new Command(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException e) {
            lines.add("(its output broke: " + e + ")");
        }
    }

    /** Waits until it has written a line that contains this. */
    void awaitOutput(String text) {
        await().atMost(LONG).until(() -> lines.stream().anyMatch(line -> line.contains(text)) || !reader.isAlive());
        assertThat(String.join("\n", lines)).contains(text);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
