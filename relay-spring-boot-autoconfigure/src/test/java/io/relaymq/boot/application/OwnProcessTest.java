package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application in a JVM of its own: with fewer jars than the tests have, and ended by a signal. */
@DisabledOnOs(OS.WINDOWS)
class OwnProcessTest {

    /** What an application may leave out, as names of jars. */
    enum Without {
        NOTHING("-"),
        WEB("spring-boot-(starter-)?(webmvc|tomcat|servlet|web-server|http-converter)|spring-web|tomcat-"),
        MICROMETER("spring-boot-(starter-)?micrometer|micrometer-(?!observation|commons)|HdrHistogram|LatencyUtils"
                + "|prometheus-|brave|context-propagation"),
        ACTUATOR("spring-boot-(starter-)?(health|actuator)|" + MICROMETER.jars),
        ALL(WEB.jars + "|" + ACTUATOR.jars + "|kotlin|spring-boot-(starter-)?validation|hibernate-validator");

        private final String jars;

        Without(String jars) {
            this.jars = jars;
        }

        /** DevTools would start the application once more. */
        boolean leavesOut(String entry) {
            return entry.contains("spring-boot-devtools") || Pattern.matches(".*/(" + jars + ")[^/]*\\.jar", entry);
        }
    }

    @ParameterizedTest
    @EnumSource
    void it_starts_receives_and_ends_with_its_redis_and_warns_of_nothing(Without without, @TempDir Path directory)
            throws Exception {
        Path output = directory.resolve("output");
        Process application = start(without, output);
        try {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(output).contains("RECEIVED hello"));
            int port = portOfRedis(Files.readString(output));
            assertThat(listens(port)).isTrue();

            application.destroy();

            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(128 + 15);
            assertThat(listens(port)).isFalse();
            assertThat(Files.readString(output)).doesNotContain(" WARN ", " ERROR ", "Exception");
        } finally {
            application.destroyForcibly();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void it_stays_alive_though_all_its_handlers_run_on_virtual_threads(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process application = start(Without.ALL, output, "--spring.threads.virtual.enabled=true");
        try {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(output).contains("RECEIVED hello"));
            assertThat(application.waitFor(2, TimeUnit.SECONDS)).isFalse(); // an end would come at once

            application.destroy();

            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(application.exitValue()).isEqualTo(128 + 15);
        } finally {
            application.destroyForcibly();
        }
    }

    private static Process start(Without without, Path output, String... arguments) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !without.leavesOut(entry))
                .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command =
                new ArrayList<>(List.of(java, "-cp", classPath, SlimApplication.class.getName(), "--server.port=0"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static int portOfRedis(String output) {
        Matcher port = Pattern.compile("started .* on 127\\.0\\.0\\.1:(\\d+)").matcher(output);
        assertThat(port.find()).isTrue();
        return Integer.parseInt(port.group(1));
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
