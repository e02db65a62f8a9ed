package io.relaymq.samples.livemap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the application serves, without a browser. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "live-map.pace=5ms")
@Timeout(60)
class LiveMapFeedTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
    }

    @Test
    void the_feed_is_published_with_places_on_the_map() throws Exception {
        HttpResponse<Stream<String>> tail =
                HTTP.send(get("/broadcast/events/tail?subjects=quakes.*.m1"), BodyHandlers.ofLines());

        try (Stream<String> lines = tail.body()) {
            List<JsonNode> messages = lines.filter(line -> line.startsWith("data: "))
                    .limit(20)
                    .map(line -> JsonMapper.builder().build().readTree(line.substring(6)))
                    .toList();
            assertThat(messages).allSatisfy(message -> {
                assertThat(message.path("subject").asString()).endsWith(".m1");
                assertThat(message.path("data").path("magnitude").asDouble()).isBetween(1.0, 2.0);
                assertThat(message.path("data").path("longitude").asDouble()).isBetween(-180.0, 180.0);
                assertThat(message.path("data").path("latitude").asDouble()).isBetween(-90.0, 90.0);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/live-map.css", "/live-map.js", "/world.txt", "/icon.svg"})
    void the_page_needs_no_other_server(String path) throws Exception {
        HttpResponse<String> file = HTTP.send(get(path), BodyHandlers.ofString());

        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.body().replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:", "@import");
    }
}
