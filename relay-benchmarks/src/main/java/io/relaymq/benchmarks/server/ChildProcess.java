package io.relaymq.benchmarks.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server's process with a directory of its own; both are gone after close, and if the JVM ends before. */
final class ChildProcess implements AutoCloseable {

    private static final int START_LIMIT_MILLIS = 60_000;
    private static final int STOP_LIMIT_SECONDS = 20;
    private static final int LOOK_MILLIS = 20;

    private final Process process;
    private final Path directory;
    private final Thread atJvmExit = new Thread(this::end, "end-of-a-server");

    private ChildProcess(Process process, Path directory) {
        this.process = process;
        this.directory = directory;
        try {
            Runtime.getRuntime().addShutdownHook(atJvmExit);
        } catch (IllegalStateException e) { // the JVM is ending already, and would leave this one behind
            end();
            throw e;
        }
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory("relay-benchmarks-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ChildProcess start(Path directory, Map<String, String> environment, List<String> command) {
        File output = directory.resolve("output.log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output));
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(builder.start(), directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until something listens on the port. */
    void awaitPort(int port) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MILLIS);
        while (!answers(port)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("The server did not start, it says: " + output());
            }
            pause();
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LOOK_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The process itself and what it started. */
    Stream<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atJvmExit);
        end();
    }

    private void end() {
        List<ProcessHandle> family = family().toList();
        family.forEach(ProcessHandle::destroy);
        family.forEach(ChildProcess::awaitEnd);
        delete(directory);
    }

    private static void awaitEnd(ProcessHandle process) {
        process.onExit()
                .completeOnTimeout(process, STOP_LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
        if (process.isAlive()) {
            process.destroyForcibly();
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
