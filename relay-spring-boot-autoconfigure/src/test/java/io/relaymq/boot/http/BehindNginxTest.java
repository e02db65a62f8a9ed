package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.boot.http.EventSource.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams through a real nginx. The heartbeat is so rare that it pushes nothing through a buffer. */
@ParameterizedClass
@EnumSource(EdgeServer.class)
@EnabledIf(
        value = "io.relaymq.boot.http.Nginx#isInstalled",
        disabledReason = "Streams behind a proxy are not tested: no nginx (Debian: apt-get install nginx-light)")
class BehindNginxTest extends OnEveryServer {

    private static final Path PAGE = Path.of("..", "docs", "how-to", "publish-and-subscribe-over-http.md");
    private static final String PLAIN = """
            server {
                listen PORT;
                location / { proxy_pass http://127.0.0.1:8080; }
            }
            """;

    @TempDir
    Path directory;

    private Nginx nginx;

    BehindNginxTest(EdgeServer server) {
        super(server);
    }

    @AfterEach
    void stopNginx() {
        EventSource.closeAll();
        if (nginx != null) {
            nginx.close();
        }
    }

    private EdgeApplication behind(String server, String... properties) throws IOException {
        EdgeApplication application = start(properties);
        nginx = Nginx.start(directory, server.replace("127.0.0.1:8080", "127.0.0.1:" + application.port()));
        return application;
    }

    /** What the page says. */
    private static String ofThePage() throws IOException {
        Matcher block = Pattern.compile("```nginx\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1).replace("listen 80;", "listen PORT;");
    }

    @Test
    void events_come_at_once_through_a_location_that_says_nothing_of_streams() throws Exception {
        EdgeApplication application =
                behind(PLAIN, "relay.http.broadcasts=*", "relay.http.heartbeat=5m", "relay.http.max-stream-age=1h");
        EventSource tail = EventSource.open(nginx.port(), path("/tail"));

        for (int i = 0; i < 3; i++) {
            publish(application, i, i + 1);
            assertThat(tail.await(i + 1)).hasSize(i + 1);
        }

        assertThat(tail.head().get(0)).contains(" 200");
        assertThat(tail.hasEnded()).isFalse();
    }

    @Test
    void a_client_that_comes_back_through_the_proxy_is_given_exactly_what_it_missed() throws Exception {
        EdgeApplication application = behind(ofThePage(), "relay.http.broadcasts=*", "relay.http.heartbeat=500ms");
        EventSource first = EventSource.open(nginx.port(), path("/tail"));
        publish(application, 0, 40);
        first.await(40);
        first.close(true);
        publish(application, 40, 60);

        EventSource second = EventSource.open(nginx.port(), path("/tail"), "Last-Event-ID: " + first.lastEventId());

        assertThat(second.await(20)).extracting(Event::subject).containsExactlyElementsOf(subjects(40, 60));
        awaitStreams(application, 1); // the proxy lets go of the first
    }

    @Test
    void a_durable_stream_is_settled_and_goes_on_through_the_proxy() throws Exception {
        EdgeApplication application = behind(ofThePage(), "relay.http.broadcasts=*", "relay.http.heartbeat=500ms");
        EventSource first = EventSource.open(nginx.port(), path("/events?subscription=s"));
        publish(application, 0, 10);
        first.await(10);
        await().atMost(EventSource.LONG).until(() -> backlog(application, "s") == 0);
        first.close();
        awaitStreams(application, 0);
        publish(application, 10, 15);

        EventSource second = EventSource.open(nginx.port(), path("/events?subscription=s"));

        assertThat(second.await(5)).extracting(Event::subject).containsExactlyElementsOf(subjects(10, 15));
    }

    @Test
    void an_idle_stream_outlives_the_patience_of_the_proxy_by_its_heartbeats() throws Exception {
        behind(
                PLAIN.replace("proxy_pass", "proxy_read_timeout 1s; proxy_pass"),
                "relay.http.broadcasts=*",
                "relay.http.heartbeat=300ms");
        EventSource tail = EventSource.open(nginx.port(), path("/tail"));

        await().atMost(EventSource.LONG).until(() -> tail.hasEnded() || heartbeats(tail) >= 10);

        assertThat(tail.hasEnded()).isFalse();
    }

    private static long heartbeats(EventSource tail) {
        return tail.lines().stream().filter(": heartbeat"::equals).count();
    }

    @Test
    void lines_are_answered_while_they_are_sent() throws Exception {
        behind(ofThePage(), "relay.http.broadcasts=*");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), nginx.port())) {
            socket.setSoTimeout(Math.toIntExact(Duration.ofSeconds(30).toMillis()));
            OutputStream out = socket.getOutputStream();
            write(
                    out,
                    "POST " + path("") + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n");
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (int i = 1; i <= 3; i++) {
                String line = "{\"subject\":\"n." + i + "\"}\n";
                write(out, Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
                String answer = answers.readLine();
                while (answer != null && !answer.startsWith("{\"line\":" + i + ",")) {
                    answer = answers.readLine();
                }
                assertThat(answer).contains("\"status\":201");
            }
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
