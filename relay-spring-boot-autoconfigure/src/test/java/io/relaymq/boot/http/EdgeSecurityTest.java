package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.boot.http.EdgeApplication.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The edge behind the filters of Spring Security, with logins that have different authorities. */
@Tag("security")
class EdgeSecurityTest extends OneApplication {

    private static final String[] RULES = {
        "relay.http.authorities.ROLE_USER.publish=orders.{principal}.*",
        "relay.http.authorities.ROLE_USER.subscribe=orders.{principal}.>,news.>",
        "relay.http.authorities.ROLE_ADMIN.publish=>",
        "relay.http.authorities.ROLE_ADMIN.subscribe=>"
    };

    private EdgeApplication application;

    private void start(EdgeServer server, Class<?> security) {
        application = start(server, new Class<?>[] {security}, RULES);
    }

    @ParameterizedTest
    @EnumSource
    void without_a_login_there_is_neither_publishing_nor_receiving(EdgeServer server) {
        start(server, EdgeSecurity.on(server));

        assertThat(publish("orders.alice.created", null).status()).isEqualTo(401);
        assertThat(publish("orders.alice.created", "alice:wrong").status()).isEqualTo(401);
        assertThat(publish("orders.alice.created", "alice:wrong")
                        .response()
                        .headers()
                        .firstValue("WWW-Authenticate"))
                .isPresent();
        assertThat(stream("/tail?subjects=news.x", null)).isEqualTo(401);
        assertThat(stream("/events?subscription=s&subjects=news.x", "nobody:secret"))
                .isEqualTo(401);
        assertThat(stored()).isZero();
        assertThat(application.relay().broadcast("events").subscriptions().names())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void each_may_do_what_the_authorities_allow_and_no_more(EdgeServer server) {
        start(server, EdgeSecurity.on(server));

        assertThat(publish("orders.alice.created", "alice:secret").status()).isEqualTo(201);
        assertThat(publish("orders.bo%2Eb.created", "bo.b:secret").status()).isEqualTo(201);
        assertThat(publish("news.today", "boss:secret").status()).isEqualTo(201);
        Answer refused = publish("orders.bo%2Eb.created", "alice:secret");
        assertThat(refused.problem()).isEqualTo("403 forbidden");
        assertThat(refused.response().headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.json().path("detail").asString()).contains("orders.bo%2Eb.created", "Nothing was stored");
        assertThat(publish("orders.alice.created.x", "alice:secret").problem()).isEqualTo("403 forbidden");
        assertThat(publish("news.today", "alice:secret").problem()).isEqualTo("403 forbidden");
        assertThat(publish("news.today", "guest:secret").problem()).isEqualTo("403 forbidden");
        assertThat(stored()).isEqualTo(3);

        assertThat(stream("/tail?subjects=orders.alice.*,news.today", "alice:secret"))
                .isEqualTo(200);
        assertThat(stream("/tail?subjects=orders.*.created", "alice:secret")).isEqualTo(403);
        assertThat(stream("/tail", "alice:secret")).isEqualTo(403);
        assertThat(stream("/tail", "boss:secret")).isEqualTo(200);
        assertThat(stream("/tail?subjects=news.today", "guest:secret")).isEqualTo(403);
        assertThat(stream("/events?subscription=a&subjects=orders.bo%252Eb.*", "bo.b:secret"))
                .isEqualTo(200);
        assertThat(stream("/events?subscription=b&subjects=orders.%3E", "alice:secret"))
                .isEqualTo(403);
        assertThat(application.relay().broadcast("events").subscriptions().names())
                .containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_is_sent_what_its_login_may_receive_with_headers_that_suit_a_stream(EdgeServer server) {
        start(server, EdgeSecurity.on(server));
        EventSource tail =
                application.open("/broadcast/events/tail?subjects=orders.alice.*", authorization("alice:secret"));

        publish("orders.bo%2Eb.created", "bo.b:secret");
        publish("orders.alice.created", "alice:secret");

        assertThat(tail.await(1)).extracting(EventSource.Event::subject).containsExactly("orders.alice.created");
        assertThat(tail.head())
                .filteredOn(line -> line.toLowerCase().startsWith("cache-control:"))
                .isNotEmpty()
                .allMatch(line -> line.contains("no-cache"));
        assertThat(tail.head()).anyMatch(line -> line.equalsIgnoreCase("X-Accel-Buffering: no"));
    }

    @Test
    void a_stream_that_is_open_outlives_its_login_and_is_refused_when_it_comes_back() {
        start(EdgeServer.JETTY, EdgeSecurity.OnServlet.class);
        EventSource tail =
                application.open("/broadcast/events/tail?subjects=orders.alice.*", authorization("alice:secret"));

        application.context().getBean(InMemoryUserDetailsManager.class).deleteUser("alice");
        publish("orders.alice.created", "boss:secret");

        assertThat(tail.await(1)).hasSize(1);
        assertThat(tail.hasEnded()).isFalse();
        assertThat(stream("/tail?subjects=orders.alice.*", "alice:secret")).isEqualTo(401);
    }

    @Test
    void with_the_protection_against_forgery_left_on_a_publish_without_a_token_is_refused() {
        start(EdgeServer.JETTY, EdgeSecurity.WithCsrf.class);

        Answer refused = publish("news.today", "boss:secret");

        assertThat(refused.status()).isIn(401, 403); // 401 if the error page needs a login
        assertThat(stored()).isZero();
        assertThat(stream("/tail", "boss:secret")).isEqualTo(200);
    }

    @Test
    void a_page_publishes_with_the_token_of_its_cookie() {
        start(EdgeServer.JETTY, EdgeSecurity.WithCsrfForPages.class);
        String cookie = application
                .get("/broadcast/openapi.json")
                .response()
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        String token = cookie.substring("XSRF-TOKEN=".length(), cookie.indexOf(';'));

        assertThat(publish("news.today", "boss:secret").status()).isIn(401, 403);
        Answer published = application.send(request("news.today", "boss:secret")
                .header("Cookie", "XSRF-TOKEN=" + token)
                .header("X-XSRF-TOKEN", token));

        assertThat(published.status()).isEqualTo(201);
        assertThat(stored()).isEqualTo(1);
    }

    private Answer publish(String subject, String login) {
        return application.send(request(subject, login));
    }

    private HttpRequest.Builder request(String subject, String login) {
        HttpRequest.Builder request = application
                .request("/broadcast/events")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"subject\":\"" + subject + "\"}"));
        return login == null ? request : request.header("Authorization", basic(login));
    }

    /** The status it is answered with. */
    private int stream(String path, String login) {
        EventSource source = login == null
                ? EventSource.request(application, "/broadcast/events" + path)
                : EventSource.request(application, "/broadcast/events" + path, authorization(login));
        org.awaitility.Awaitility.await()
                .atMost(EventSource.LONG)
                .until(() -> !source.head().isEmpty() || source.hasEnded());
        return Integer.parseInt(source.head().get(0).split(" ")[1]);
    }

    private static String authorization(String login) {
        return "Authorization: " + basic(login);
    }

    private static String basic(String login) {
        return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    private long stored() {
        return application
                .relay()
                .broadcast("events")
                .log()
                .read("0-0", 1)
                .join()
                .published();
    }
}
