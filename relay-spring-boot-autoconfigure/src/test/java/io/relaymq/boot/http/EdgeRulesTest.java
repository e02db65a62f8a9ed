package io.relaymq.boot.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.boot.http.EdgeApplication.Answer;
import io.relaymq.embedded.RedisProcess;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** What does not depend on the web server: how publishes end, what is described. */
@ExtendWith(OutputCaptureExtension.class)
class EdgeRulesTest extends OneApplication {

    @Test
    void it_is_off_by_default() {
        EdgeApplication application = start("relay.http.enabled=false");

        assertThat(application.publish("{\"subject\":\"a\"}").status()).isEqualTo(404);
    }

    @Test
    void an_open_edge_is_warned_of(CapturedOutput output) {
        EdgeApplication application = start("relay.broadcasts.audit.max-messages=10", "relay.http.base-path=/relay");

        assertThat(output).contains("Anybody who reaches this server may publish");
        assertThat(post(application, "/relay/broadcast/audit", "{\"subject\":\"a\"}")
                        .status())
                .isEqualTo(201);
        assertThat(post(application, "/relay/broadcast/other", "{\"subject\":\"a\"}")
                        .problem())
                .isEqualTo("403 forbidden");
        assertThat(post(application, "/broadcast/audit", "{\"subject\":\"a\"}").status())
                .isEqualTo(404);
    }

    @Test
    void a_base_path_that_is_none_fails_the_start() {
        assertThatThrownBy(() -> start("relay.http.base-path=relay/"))
                .rootCause()
                .hasMessageContaining("base-path");
    }

    @Test
    void a_message_has_all_options_of_a_publish() {
        EdgeApplication application = start();
        EventSource tail = application.open("/broadcast/events/tail");

        Answer first = application.publish("{\"subject\":\"a\",\"data\":1,\"headers\":{\"h\":\"v\\r\\nx: y\"},"
                + "\"idempotencyKey\":\"k\",\"ttl\":60000,\"retain\":\"1h\"}");
        Answer second = application.send(application
                .request("/broadcast/events")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "k")
                .POST(BodyPublishers.ofString("{\"subject\":\"a\",\"data\":1}")));
        Answer later = application.publish("{\"subject\":\"b\",\"delay\":\"1h\",\"data\":2}");

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.json().path("duplicate").asBoolean()).isTrue();
        assertThat(second.json().path("id")).isEqualTo(first.json().path("id"));
        assertThat(later.status()).isEqualTo(201);
        assertThat(later.json().path("dueAt").asLong()).isPositive();
        var broadcast = application.relay().broadcast("events");
        assertThat(broadcast.retained().get("a")).isNotNull();
        var stored = broadcast.log().read("0-0", 10).join().messages();
        assertThat(stored).hasSize(1);
        assertThat(stored.get(0).headers()).containsEntry("h", "v\r\nx: y");
        assertThat(tail.await(1)).hasSize(1);
        assertThat(broadcast.cancel(later.json().path("id").asString())).isTrue();
    }

    @Test
    void many_messages_are_published_line_by_line_and_a_bad_one_stops_no_other() {
        EdgeApplication application = start("relay.http.max-body-size=10KB");
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            body.append(
                            i == 7
                                    ? "{\"subject\":\"a..b\"}"
                                    : i == 9 ? "x".repeat(20_000) : "{\"subject\":\"n." + i + "\",\"data\":" + i + "}")
                    .append(i % 2 == 0 ? "\r\n" : "\n");
            body.append(i == 100 ? "\n\n" : "");
        }

        Answer answer = application.post("/broadcast/events", "application/x-ndjson", body.toString());

        assertThat(answer.status()).isEqualTo(200);
        List<String> lines = answer.body().lines().toList();
        assertThat(lines).hasSize(500);
        assertThat(lines.get(0)).startsWith("{\"line\":1,\"status\":201,\"id\":\"");
        assertThat(lines.get(7)).contains("\"line\":8,\"status\":400", "invalid-subject");
        assertThat(lines.get(9)).contains("\"line\":10,\"status\":413");
        var stored = application
                .relay()
                .broadcast("events")
                .log()
                .read("0-0", 1_000)
                .join()
                .messages();
        assertThat(stored).hasSize(498);
        assertThat(stored.get(497).subject()).isEqualTo("n.499");
    }

    @Test
    void beyond_the_rate_a_publish_is_refused() {
        EdgeApplication application = start("relay.http.publish-rate=5");
        List<Answer> answers = java.util.stream.IntStream.range(0, 40)
                .mapToObj(i -> application.publish("{\"subject\":\"a\"}"))
                .toList();

        Answer refused =
                answers.stream().filter(one -> one.status() == 429).findFirst().orElseThrow();
        assertThat(refused.problem()).isEqualTo("429 rate-limited");
        assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
        assertThat(answers.stream().filter(one -> one.status() == 201).count())
                .isEqualTo(application
                        .relay()
                        .broadcast("events")
                        .log()
                        .read("0-0", 1)
                        .join()
                        .published());
    }

    @Test
    void no_more_streams_than_allowed() {
        EdgeApplication application = start("relay.http.max-streams=2");
        application.open("/broadcast/events/tail");
        application.open("/broadcast/events/tail");

        assertThat(application.get("/broadcast/events/tail").problem()).isEqualTo("503 too-many-streams");
    }

    @Test
    void a_stream_ends_at_its_longest_age_and_goes_on_where_it_was() throws Exception {
        EdgeApplication application = start("relay.http.max-stream-age=1s", "relay.http.heartbeat=200ms");
        EventSource first = application.open("/broadcast/events/tail");
        application.publish("{\"subject\":\"a\",\"data\":1}");
        first.await(1);

        assertThat(first.awaitEnd(EventSource.LONG)).isTrue();

        application.publish("{\"subject\":\"a\",\"data\":2}");
        EventSource second = application.open("/broadcast/events/tail", "Last-Event-ID: " + first.lastEventId());
        assertThat(second.await(1))
                .extracting(event -> event.json().path("data").asInt())
                .containsExactly(2);
    }

    @Test
    void a_client_that_never_reads_is_let_go_of_and_tomcat_closes_its_connection() throws Exception {
        EdgeApplication application = start("relay.http.heartbeat=200ms", "server.tomcat.connection-timeout=1s");
        long connections = connections(application);
        String text = "x".repeat(100_000);
        try (Socket silent = new Socket()) {
            silent.setReceiveBufferSize(4_096);
            silent.connect(new InetSocketAddress("127.0.0.1", application.port()));
            silent.getOutputStream()
                    .write("GET /broadcast/events/tail HTTP/1.1\r\nHost: a\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            OnEveryServer.awaitStreams(application, 1);

            await().atMost(EventSource.LONG).until(() -> {
                application.relay().broadcast("events").publish("a", text);
                return OnEveryServer.openStreams(application) == 0;
            });

            await().atMost(EventSource.LONG).until(() -> connections(application) == connections);
        }
    }

    private static long connections(EdgeApplication application) {
        TomcatWebServer server = (TomcatWebServer) ((WebServerApplicationContext) application.context()).getWebServer();
        return ((AbstractProtocol<?>)
                        requireNonNull(server).getTomcat().getConnector().getProtocolHandler())
                .getConnectionCount();
    }

    @Test
    void a_listener_has_its_subscription_for_itself() {
        EdgeApplication application = start();
        application
                .relay()
                .broadcast("events")
                .subscribe(io.relaymq.WorkerOptions.of("mine").build(), delivery -> {});

        assertThat(application.get("/broadcast/events/events?subscription=mine").problem())
                .isEqualTo("409 subscription-in-use");
    }

    @Test
    void without_redis_a_publish_says_that_nothing_was_stored() {
        try (RedisProcess mortal = RedisProcess.builder().start()) {
            EdgeApplication application = closing(EdgeServer.TOMCAT.start(mortal, "relay.command-timeout=2s"));
            EventSource tail = application.open("/broadcast/events/tail");
            assertThat(application.publish("{\"subject\":\"a\",\"data\":1}").status())
                    .isEqualTo(201);
            tail.await(1);

            mortal.stop();
            await().atMost(EventSource.LONG).until(() -> {
                Answer answer = application.publish("{\"subject\":\"a\",\"data\":2}");
                return answer.problem().equals("503 redis-unavailable")
                        && answer.json().path("stored").asString().equals("no");
            });
            assertThat(application
                            .get("/broadcast/events/events?subscription=s")
                            .status())
                    .isEqualTo(503);
            mortal.start();

            await().atMost(EventSource.LONG)
                    .until(() -> application
                                    .publish("{\"subject\":\"a\",\"data\":3}")
                                    .status()
                            == 201);
            assertThat(tail.await(2).get(1).json().path("data").asInt()).isEqualTo(3);
        }
    }

    @Test
    void pages_of_allowed_origins_are_let_in_by_the_browser_and_no_others() {
        EdgeApplication application = start("relay.http.cors.allowed-origins=https://app.example.org");

        Answer preflight = application.send(application
                .request("/broadcast/events")
                .header("Origin", "https://app.example.org")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type")
                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(preflight.status()).isEqualTo(200);
        assertThat(preflight.response().headers().firstValue("Access-Control-Allow-Origin"))
                .contains("https://app.example.org");
        Answer other = application.send(application
                .request("/broadcast/events")
                .header("Origin", "https://evil.example.org")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"subject\":\"a\"}")));
        assertThat(other.status()).isEqualTo(403);
        EventSource stream = application.open("/broadcast/events/tail", "Origin: https://app.example.org");
        assertThat(stream.head()).anyMatch(line -> line.startsWith("Access-Control-Allow-Origin"));
    }

    @Test
    void the_description_names_what_there_is() {
        EdgeApplication application = start("relay.http.base-path=/relay");

        Answer answer = application.get("/relay/broadcast/openapi.json");

        assertThat(answer.json().path("openapi").asString()).startsWith("3.1");
        assertThat(answer.json().path("servers").get(0).path("url").asString()).isEqualTo("/relay");
        assertThat(answer.json().path("paths").propertyNames())
                .containsExactly("/broadcast/{name}", "/broadcast/{name}/events", "/broadcast/{name}/tail");
        var fields = answer.json()
                .path("components")
                .path("schemas")
                .path("Message")
                .path("properties")
                .propertyNames();
        for (String field : fields) {
            String value = field.equals("subject") ? "\"a\"" : "null";
            Answer known = post(
                    application,
                    "/relay/broadcast/events",
                    "{\"subject\":\"a\"" + (field.equals("subject") ? "" : ",\"" + field + "\":" + value) + "}");
            assertThat(known.status()).as(field).isEqualTo(201);
        }
        var responses = answer.json()
                .path("paths")
                .path("/broadcast/{name}")
                .path("post")
                .path("responses")
                .propertyNames();
        assertThat(responses).contains("200", "201", "400", "403", "405", "413", "415", "429", "503");
    }

    private static Answer post(EdgeApplication application, String path, String json) {
        return application.post(path, "application/json", json);
    }
}
