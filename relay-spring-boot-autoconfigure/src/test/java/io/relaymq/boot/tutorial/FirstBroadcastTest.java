package io.relaymq.boot.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** What {@code docs/tutorial/first-broadcast.md} has the reader do. */
@ExtendWith(OutputCaptureExtension.class)
class FirstBroadcastTest {

    @Test
    void both_lines_appear(CapturedOutput output) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class)) {
            await().untilAsserted(() ->
                    assertThat(output).contains("bill Order[id=42, customer=Ada]", "audit orders.42.created"));
        }
    }

    @Test
    void the_application_stands_in_the_tutorial_as_it_is_here() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/relaymq/boot/tutorial/Shop.java"));
        String tutorial = Files.readString(Path.of("../docs/tutorial/first-broadcast.md"));

        assertThat(tutorial).contains(source.substring(source.indexOf("@SpringBootApplication\n")));
    }
}
