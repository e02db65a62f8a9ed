package io.relaymq.functional.faults;

import static org.awaitility.Awaitility.await;

import io.relaymq.functional.Fixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A second process: {@link ConsumerMain} in a JVM that can be killed, stopped and continued. */
final class ConsumerJvm implements AutoCloseable {

    private final Process process;
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private volatile boolean silent;

    /** Of subscription {@code shared}. */
    ConsumerJvm(String uri, String namespace, int concurrency, long lockMillis, long stalledMillis, int maxStalled)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                ConsumerMain.class.getName(),
                uri,
                namespace));
        for (long number : new long[] {concurrency, lockMillis, stalledMillis, maxStalled}) {
            command.add(String.valueOf(number));
        }
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread listener = new Thread(this::listen, "consumer-jvm");
        listener.setDaemon(true);
        listener.start();
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("> ")) {
                    said.add(line.substring(2));
                }
            }
        } catch (IOException e) {
            said.add("broken: " + e);
        } finally {
            silent = true;
        }
    }

    void awaitReady() {
        await().atMost(Fixture.LONG).until(() -> said.contains("ready"));
    }

    /** Ids of which the handler was called, one for each call. */
    List<String> started() {
        return idsOf("start ");
    }

    /** Ids of which the handler returned. */
    List<String> ended() {
        return idsOf("end ");
    }

    private List<String> idsOf(String verb) {
        return said.stream()
                .filter(line -> line.startsWith(verb))
                .map(line -> line.substring(verb.length()))
                .toList();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Lets the handlers that hold go on. */
    void release() {
        try {
            process.getOutputStream().write("release\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; returns when everything that it said is heard. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    void awaitEnd() {
        await().atMost(Fixture.LONG).until(() -> !process.isAlive() && silent);
    }

    /** SIGSTOP. */
    void suspend() throws Exception {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        String[] command = {"/bin/sh", "-c", "kill -" + name + " " + process.pid()};
        if (new ProcessBuilder(command).start().waitFor() != 0) {
            throw new IllegalStateException("Cannot send SIG" + name + " to " + process.pid());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
