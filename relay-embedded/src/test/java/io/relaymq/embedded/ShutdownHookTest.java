package io.relaymq.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownHookTest {

    @Test
    void a_jvm_that_ends_without_close_leaves_no_server_and_no_directory() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        Report report = Report.read(jvm);

        assertThat(jvm.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Await.until(Duration.ofSeconds(30), () -> !isAlive(report.pid())))
                .isTrue();
        assertThat(Files.exists(report.directory())).isFalse();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Started in a JVM of its own: starts a server and forgets it. */
    static final class Forgetful {

        public static void main(String[] args) {
            RedisProcess server = RedisProcess.builder().start();
            System.out.println(server.pid());
            System.out.println(server.directory());
        }
    }

    private record Report(long pid, Path directory) {

        static Report read(Process jvm) throws IOException {
            try (BufferedReader reader = jvm.inputReader()) {
                return new Report(Long.parseLong(line(reader)), Path.of(line(reader)));
            }
        }

        private static String line(BufferedReader reader) throws IOException {
            String line = reader.readLine();
            while (line != null && line.isBlank()) {
                line = reader.readLine();
            }
            return String.valueOf(line);
        }
    }
}
