package io.relaymq.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** The application as a native image has it, on a JVM: generated beans instead of annotations that are read at the start. */
@DisabledOnOs(OS.WINDOWS)
class AheadOfTimeTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    @Test
    void an_application_processed_ahead_of_time_has_its_listeners_and_scripts() throws Exception {
        AheadOfTime ahead = new AheadOfTime(directory);
        ahead.process(OrdersApplication.class);
        Path output = directory.resolve("output");

        Process application =
                ahead.start(OrdersApplication.class, output, "--server.port=0", "--server.address=127.0.0.1");
        try {
            await().atMost(LONG).until(() -> port(output) > 0);
            RestClient http = RestClient.create("http://127.0.0.1:" + port(output));
            String id = ordered(http);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(get(http, "/orders/" + id)).contains("\"shipped\""));
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(get(http, "/analytics")).contains("\"shipped\":1"));
            assertThat(get(http, "/actuator/health")).contains("events/billing");

            application.destroy();

            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(output))
                    .contains("Starting AOT-processed OrdersApplication")
                    .doesNotContain("WARN ", "ERROR ", "Exception");
        } finally {
            application.destroyForcibly();
        }
    }

    private static String ordered(RestClient http) {
        String placed = http.post()
                .uri("/orders")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"customer\": \"Ada\", \"amount\": 42.50}")
                .retrieve()
                .body(String.class);
        return group("\"id\":\"([^\"]+)\"", String.valueOf(placed));
    }

    private static String get(RestClient http, String path) {
        return String.valueOf(http.get().uri(path).retrieve().body(String.class));
    }

    private static int port(Path output) throws Exception {
        String started = Files.readString(output);
        return started.contains("Started OrdersApplication")
                ? Integer.parseInt(group("Tomcat started on port (\\d+)", started))
                : 0;
    }

    private static String group(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }
}
