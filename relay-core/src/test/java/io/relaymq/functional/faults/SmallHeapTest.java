package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not held in memory cannot fill it: the work of {@link SmallHeapMain} passes hundreds of megabytes through a small heap. */
class SmallHeapTest {

    @Test
    void publishes_to_a_server_that_is_away_fail_and_are_not_kept() throws Exception {
        RedisProcess gone = RedisProcess.builder().start();
        String uri = gone.uri();
        gone.close();

        run("publish", "-Xmx32m", uri, "small", 100_000);
    }

    @ParameterizedTest
    @CsvSource({"50000, 3000", "400000, 200"})
    void a_backlog_of_large_bodies_is_read_as_it_is_run_and_looked_at_by_the_page(int bytes, int messages)
            throws Exception {
        try (RedisProcess server = RedisProcess.builder().start();
                Fixture fixture = new Fixture(server)) {
            Broadcast events = fixture.relay().broadcast("events");
            events.subscriptions().create("reader", List.of(), StartFrom.latest());
            List<Message> ten = new ArrayList<>(Collections.nCopies(10, Message.of("n.x", new byte[bytes])));
            for (int n = 0; n < messages / 10; n++) {
                events.publishAll(ten);
            }

            run("receive", "-Xmx48m", server.uri(), fixture.namespace(), messages);
        }
    }

    private static void run(String what, String heap, String uri, String namespace, int count)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapMain.class.getName(),
                        what,
                        uri,
                        namespace,
                        String.valueOf(count))
                .redirectErrorStream(true)
                .start();
        try {
            String said = process.inputReader(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(">") || line.contains("OutOfMemory"))
                    .collect(Collectors.joining("\n"));
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
