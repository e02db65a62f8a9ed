package io.relaymq.samples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The story of the README, over HTTP and on a real server. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "relay.subscriptions.billing.retry.delay=50ms")
class OrdersTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BILLING = "/actuator/relay/events/billing";

    @LocalServerPort
    private int port;

    private RestClient http;

    @BeforeEach
    void connect() {
        http = RestClient.create("http://127.0.0.1:" + port);
    }

    @AfterEach
    void repair() {
        provider("up");
        post(BILLING + "/discard", "{\"all\": true}");
    }

    private JsonNode get(String path) {
        return JSON.readTree(String.valueOf(http.get().uri(path).retrieve().body(String.class)));
    }

    private JsonNode post(String path, String json) {
        return JSON.readTree(String.valueOf(http.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .retrieve()
                .body(String.class)));
    }

    private void provider(String mode) {
        http.put().uri("/provider/" + mode).retrieve().toBodilessEntity();
    }

    private String order(String amount) {
        return post("/orders", "{\"customer\": \"Ada\", \"amount\": " + amount + "}")
                .get("id")
                .asString();
    }

    private void awaitState(String id, String state) {
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(get("/orders/" + id).get("state").asString()).isEqualTo(state));
    }

    private void awaitDeadLetters(int count) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(get(BILLING + "/dead-letters")
                                .get("deadLetters")
                                .size())
                        .isEqualTo(count));
    }

    @Test
    void an_order_is_placed_paid_and_shipped_and_counted() {
        long before = get("/analytics").path("shipped").asLong(0);

        String id = order("42.50");

        awaitState(id, "shipped");
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(get("/analytics").path("shipped").asLong(0)).isGreaterThan(before));
    }

    @Test
    void while_the_provider_is_down_billing_alone_fails_and_a_replay_ends_the_story() {
        provider("down");

        String id = order("7");

        awaitDeadLetters(1);
        JsonNode letter = get(BILLING + "/dead-letters").get("deadLetters").get(0);
        assertThat(letter.get("subject").asString()).isEqualTo("orders." + id + ".placed");
        assertThat(letter.get("attempts").asInt()).isEqualTo(3);
        assertThat(letter.toString()).contains("the payment provider is down").doesNotContain("Ada");
        assertThat(get("/orders/" + id).get("state").asString()).isEqualTo("placed");

        provider("up");
        post(BILLING + "/replay", "{\"all\": true}");

        awaitState(id, "shipped");
        awaitDeadLetters(0);
    }

    @Test
    void a_busy_provider_costs_no_attempt() {
        provider("busy");
        String id = order("9");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(get(BILLING).toString()).contains("\"waiting\":1"));

        provider("up");

        awaitState(id, "shipped");
        awaitDeadLetters(0);
    }

    @Test
    void what_no_card_pays_is_a_dead_letter_at_once() {
        String id = order("10001");

        awaitDeadLetters(1);
        JsonNode letter = get(BILLING + "/dead-letters").get("deadLetters").get(0);
        assertThat(letter.get("attempts").asInt()).isEqualTo(1);
        assertThat(get("/orders/" + id).get("state").asString()).isEqualTo("placed");
    }

    @Test
    void an_order_without_a_customer_is_refused() {
        assertThatThrownBy(() -> post("/orders", "{\"amount\": 3}"))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }
}
