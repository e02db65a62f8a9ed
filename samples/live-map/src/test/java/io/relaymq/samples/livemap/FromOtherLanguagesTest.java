package io.relaymq.samples.livemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Runs the commands of the pages, as they are written there, against this application. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "live-map.pace=20ms")
class FromOtherLanguagesTest {

    private static final Path FIRST_PAGE = Path.of("..", "..", "README.md");
    private static final Path THIS_PAGE = Path.of("README.md");

    @TempDir
    Path directory;

    @LocalServerPort
    private int port;

    private List<String> blocks(Path page, String heading, String language) throws IOException {
        return CodeBlocks.of(page, heading, language).stream()
                .map(block -> block.replace("localhost:8080", "localhost:" + port))
                .toList();
    }

    private static Command shell(String command) throws IOException {
        assumeTrue(Command.isInstalled("curl"), "Not tested: no curl on the PATH");
        return Command.start("sh", "-c", command);
    }

    private Command node(String program) throws IOException {
        assumeTrue(Command.isInstalled("node"), "Not tested: no node on the PATH");
        Path file = Files.writeString(directory.resolve("program.mjs"), program);
        return Command.start("node", file.toString());
    }

    @Test
    void curl_listens_and_publishes_as_the_first_page_says() throws Exception {
        List<String> commands = blocks(FIRST_PAGE, "From any other language", "sh");
        assertThat(commands).hasSize(2);

        try (Command listening = shell(commands.get(0))) {
            listening.awaitOutput(": connected");
            try (Command publishing = shell(commands.get(1))) {
                publishing.awaitOutput("\"subject\":\"hello.curl\"");
            }
            listening.awaitOutput("\"subject\":\"hello.curl\",\"data\":{\"from\":\"curl\"}");
        }
    }

    @Test
    void node_listens_and_publishes_as_the_first_page_says() throws Exception {
        List<String> programs = blocks(FIRST_PAGE, "From any other language", "js");
        assertThat(programs).hasSize(1);

        try (Command node = node(programs.get(0))) {
            node.awaitOutput("\"subject\":\"hello.node\",\"data\":{\"from\":\"Node\"}");
        }
    }

    @Test
    void curl_tails_the_map_and_puts_an_earthquake_on_it_as_this_page_says() throws Exception {
        List<String> commands = blocks(THIS_PAGE, "From other languages", "sh");
        assertThat(commands).hasSize(2);

        try (Command tail = shell(commands.get(1))) {
            tail.awaitOutput(": connected");
            try (Command publishing = shell(commands.get(0))) {
                publishing.awaitOutput("\"subject\":\"quakes.me.m7\"");
            }
            tail.awaitOutput("\"subject\":\"quakes.me.m7\"");
        }
    }

    @Test
    void node_tails_the_map_as_this_page_says() throws Exception {
        List<String> programs = blocks(THIS_PAGE, "From other languages", "js");
        assertThat(programs).hasSize(1);

        try (Command tail = node(programs.get(0))) {
            tail.awaitOutput("subject: 'quakes.ak.");
        }
    }
}
