package io.relaymq.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs {@code <executable> --version}: the cheapest proof that an executable runs on this machine. */
final class BinaryProbe {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern VERSION = Pattern.compile("\\bv=(\\S+)");

    private BinaryProbe() {}

    /** The version it reports; otherwise an exception that says why it does not run. */
    static String version(Path executable) {
        String output = run(executable);
        Matcher matcher = VERSION.matcher(output);
        if (!matcher.find()) {
            throw cannotRun(executable, "it is not a Redis or Valkey server, --version printed: " + output, null);
        }
        return matcher.group(1);
    }

    private static String run(Path executable) {
        try {
            Path output = Files.createTempFile("relay-redis-version-", ".txt");
            try {
                return run(executable, output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw cannotRun(executable, String.valueOf(e.getMessage()), e);
        }
    }

    private static String run(Path executable, Path output) throws IOException {
        Process process = new ProcessBuilder(executable.toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!Await.until(LIMIT, () -> !process.isAlive())) {
            process.destroyForcibly();
            throw cannotRun(executable, "--version did not end within " + LIMIT.toSeconds() + "s", null);
        }
        String printed = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
        if (process.exitValue() != 0) {
            throw cannotRun(executable, "--version ended with " + process.exitValue() + ": " + printed, null);
        }
        return printed;
    }

    private static RedisStartException cannotRun(Path executable, String why, @Nullable Exception cause) {
        return new RedisStartException("Cannot run " + executable + ": " + why, cause);
    }
}
