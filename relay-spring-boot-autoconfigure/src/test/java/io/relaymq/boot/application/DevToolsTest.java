package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.embedded.RedisProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Spring Boot's DevTools restart an application in its JVM, by a class loader that has its classes anew. */
@DisabledOnOs(OS.WINDOWS)
class DevToolsTest {

    @Test
    void an_application_that_is_restarted_loses_nothing_and_leaves_no_thread(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        try (RedisProcess redis = RedisProcess.builder().start()) {
            Process application = start(redis, output);
            try {
                await().atMost(Duration.ofMinutes(2))
                        .untilAsserted(() -> assertThat(
                                        found("RECEIVED (\\d+)\\.", output).distinct())
                                .hasSize(RestartingApplication.MESSAGES));
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> Files.readString(output).contains("RESTARTED"));
                application.destroy();
                assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            } finally {
                application.destroyForcibly();
            }
        }
        assertThat(found("RECEIVED (\\d+)\\.", output).map(Integer::valueOf))
                .containsAll(IntStream.rangeClosed(1, RestartingApplication.MESSAGES)
                        .boxed()
                        .toList());
        assertThat(found("LOADED by (\\w+)", output)).containsExactly("RestartClassLoader", "RestartClassLoader");
        List<String> threads = found("THREAD (relay-\\S+) of", output).toList();
        assertThat(threads).isNotEmpty().doesNotHaveDuplicates();
        assertThat(Files.readString(output)).doesNotContain(" WARN ", " ERROR ", "ClassCastException");
    }

    private static Stream<String> found(String pattern, Path output) throws Exception {
        return Pattern.compile(pattern)
                .matcher(Files.readString(output))
                .results()
                .map((MatchResult result) -> result.group(1));
    }

    private static Process start(RedisProcess redis, Path output) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        RestartingApplication.class.getName(),
                        "--server.port=0",
                        "--spring.data.redis.host=" + redis.host(),
                        "--spring.data.redis.port=" + redis.port())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
