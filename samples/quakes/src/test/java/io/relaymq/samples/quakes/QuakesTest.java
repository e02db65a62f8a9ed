package io.relaymq.samples.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sample does what its README says, over HTTP and on a real server. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"quakes.pace=0ms", "relay.retry.delay=50ms", "logging.level.io.relaymq.samples=WARN"})
class QuakesTest {

    @Autowired
    private FeedPublisher publisher;

    @Autowired
    private Tally tally;

    @LocalServerPort
    private int port;

    private RestClient http;
    private Summary summary;

    @BeforeEach
    void awaitFeed() throws Exception {
        http = RestClient.create("http://127.0.0.1:" + port);
        summary = publisher.summary().get(60, TimeUnit.SECONDS);
    }

    private static List<JsonNode> file() {
        List<JsonNode> quakes = new ArrayList<>();
        try (InputStream json = QuakesTest.class.getResourceAsStream("/usgs-all-week-2018-02-06.geojson")) {
            JsonMapper.builder()
                    .build()
                    .readTree(json)
                    .get("features")
                    .forEach(feature -> quakes.add(feature.get("properties")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return quakes;
    }

    private String get(String path) {
        return String.valueOf(http.get().uri(path).retrieve().body(String.class));
    }

    private JsonNode post(String json) {
        String body = http.post()
                .uri("/quakes")
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .retrieve()
                .body(String.class);
        return JsonMapper.builder().build().readTree(body);
    }

    @Test
    void every_listener_receives_exactly_what_it_asked_for() {
        List<JsonNode> quakes = file();
        long strong = quakes.stream()
                .filter(quake -> quake.get("mag").isNumber() && quake.get("mag").asDouble() >= 5)
                .count();
        long ofAlaska = quakes.stream()
                .filter(quake -> quake.get("net").asString().equals("ak"))
                .count();

        assertThat(summary.published()).isEqualTo(quakes.size()).isEqualTo(1707);
        assertThat(summary.counts())
                .isEqualTo(Map.of(
                        "alerts",
                        strong,
                        "alaska",
                        ofAlaska,
                        "statistics",
                        (long) quakes.size(),
                        "failures on purpose",
                        quakes.size() / 50L));
    }

    @Test
    void one_more_can_be_posted() {
        long before = tally.counts().getOrDefault("statistics", 0L);

        JsonNode result = post("{\"net\": \"a.b\", \"magnitude\": -0.5, \"place\": null}");

        assertThat(result.get("subject").asString()).isEqualTo("quakes.a%2Eb.unknown");
        assertThat(result.get("subscriptions").asInt()).isEqualTo(1);
        assertThat(result.get("id").asString()).matches("\\d+-\\d+");
        await().untilAsserted(() -> assertThat(tally.counts()).containsEntry("statistics", before + 1));
        assertThat(post("{\"net\": \"ak\", \"magnitude\": 5.4}")
                        .get("subscriptions")
                        .asInt())
                .isEqualTo(3);
        assertThatThrownBy(() -> post("{\"magnitude\": 5.4}")).isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    @Test
    void health_tells_where_each_subscription_stands() {
        JsonNode relay = JsonMapper.builder()
                .build()
                .readTree(get("/actuator/health"))
                .path("components")
                .path("relay");

        assertThat(relay.path("status").asString()).isEqualTo("UP");
        assertThat(relay.path("details").path("subscriptions").propertyNames())
                .containsExactlyInAnyOrder("events/alerts", "events/alaska", "events/statistics");
    }

    @Test
    void prometheus_shows_lag_and_drops() {
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(get("/actuator/prometheus"))
                        .contains("relay_subscription_lag{broadcast=\"events\",subscription=\"statistics\"} 0.0")
                        .contains(
                                "relay_subscription_unread_dropped_total{broadcast=\"events\",subscription=\"statistics\"} 0.0")
                        .containsPattern("relay_subscription_acked_total\\{[^}]*subscription=\"statistics\"} 17\\d\\d")
                        .containsPattern("relay_subscription_retried_total\\{[^}]*subscription=\"statistics\"} 34"));
    }
}
