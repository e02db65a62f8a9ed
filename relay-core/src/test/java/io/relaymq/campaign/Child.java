package io.relaymq.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of our own with this class path. Ends with us: at the end of its standard input. */
final class Child implements AutoCloseable {

    private final String name;
    private final Path log;
    private final Process process;
    private final Thread atJvmExit;

    Child(Path directory, String name, Class<?> main, List<String> arguments) {
        this.name = name;
        this.log = directory.resolve(name + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(arguments);
        command.add(log.toString());
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".out").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        atJvmExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atJvmExit);
    }

    /** That of this class: a build tool runs us under a class loader of its own. */
    private static String classPath() {
        if (!(Child.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path");
        }
        List<String> paths = new ArrayList<>();
        for (URL url : loader.getURLs()) {
            try {
                paths.add(Path.of(url.toURI()).toString());
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        return String.join(System.getProperty("path.separator"), paths);
    }

    Path log() {
        return log;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen", e);
        }
    }

    /** Waits for the line {@code ready} of its log. */
    Child awaitReady() {
        Pause.until(
                60_000,
                name + " is not ready: see its .out file in " + log.getParent(),
                () -> LineLog.read(log).stream().anyMatch(words -> words[0].equals("ready")));
        return this;
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM; waits for the end, which an orderly one reaches within its close timeout. */
    int terminate() {
        process.destroy();
        return awaitEnd();
    }

    int awaitEnd() {
        try {
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGSTOP. */
    void suspend() {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            String[] command = {"/bin/sh", "-c", "kill -" + signal + " " + process.pid()};
            if (new ProcessBuilder(command).start().waitFor() != 0) {
                throw new IllegalStateException("Cannot send SIG" + signal + " to " + name);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Runtime.getRuntime().removeShutdownHook(atJvmExit);
        } catch (IllegalStateException e) {
            // the JVM is ending: the hook does the same
        }
    }
}
