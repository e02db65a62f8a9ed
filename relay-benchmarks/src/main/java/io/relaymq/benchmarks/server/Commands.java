package io.relaymq.benchmarks.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of the machine. */
public final class Commands {

    private static final List<String> MORE_PLACES = List.of("/usr/sbin", "/usr/lib/rabbitmq/bin");

    private Commands() {}

    /** Where a program is, if it is there. */
    public static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(MORE_PLACES.stream(), Stream.of(path.split(File.pathSeparator)))
                .map(directory -> Path.of(directory, name))
                .filter(program -> program.toFile().canExecute())
                .findFirst();
    }

    /** What a program prints, both streams; empty if it is not there. */
    public static String output(String... command) {
        if (find(command[0]).isEmpty()) {
            return "";
        }
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
