package io.relaymq.samples.livemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Message;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.spring.RelayTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.OutputType;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page in a real browser, behind a link that can be cut. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"live-map.play=false", "relay.max-messages=100", "relay.http.max-streams=4"})
@EnabledIf(
        value = "io.relaymq.samples.livemap.Chromium#isInstalled",
        disabledReason =
                "The page is not tested: no chromium and chromedriver on the PATH (Debian: apt-get install chromium chromium-driver)")
class LiveMapTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path profile;

    private static @Nullable Chromium chromium;

    @Autowired
    private RelayTemplate relay;

    @Autowired
    private QuakeFeed feed;

    @LocalServerPort
    private int port;

    private Chromium browser;
    private FaultyLink link;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start(profile);
    }

    @AfterAll
    static void closeBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void setUp() {
        browser = Objects.requireNonNull(chromium);
        browser.resize(1280, 860);
        link = FaultyLink.to("127.0.0.1", port);
    }

    @AfterEach
    void leave() {
        browser.driver().get("about:blank");
        link.close();
    }

    private LivePage open(String subjects) {
        return LivePage.open(browser.driver(), link.port(), subjects);
    }

    private void publish(String prefix, int from, int to) {
        subjects(prefix, from, to)
                .forEach(subject -> relay.publish(subject, Map.of("magnitude", 1.5, "longitude", 0, "latitude", 0)));
    }

    private static List<String> subjects(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + "." + i).toList();
    }

    @Test
    void what_is_posted_appears_on_the_map_and_in_the_list() throws Exception {
        LivePage page = open("posted.>");

        HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/broadcast/events"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"subject\":\"posted.ak.m5\",\"data\":{\"magnitude\":5.4,\"place\":"
                        + "\"12 km N of Nowhere\",\"longitude\":-150,\"latitude\":61}}"))
                .build();
        assertThat(HTTP.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(201);

        assertThat(page.awaitEvents(1)).containsExactly("posted.ak.m5");
        assertThat(page.text("#events .magnitude")).isEqualTo("5.4");
        assertThat(page.text("#events .place")).isEqualTo("12 km N of Nowhere");
        assertThat(page.marks()).containsExactly("30 23");
    }

    @Test
    void a_payload_that_is_no_earthquake_is_shown_as_text() {
        LivePage page = open("odd.>");

        relay.publish("odd.markup", Map.of("place", "<img src=x>", "magnitude", "big", "longitude", "x"));
        relay.publish("odd.number", 42);
        relay.publish("odd.nothing", null);

        assertThat(page.awaitEvents(3)).containsExactly("odd.markup", "odd.number", "odd.nothing");
        assertThat(page.text("#events li:last-child .place")).isEqualTo("<img src=x>");
        assertThat(page.text("#events li:nth-child(2) .place")).isEqualTo("42");
        assertThat(page.marks()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_lost_connection_is_resumed_without_loss_and_without_doubles() {
        LivePage page = open("lost.>");
        publish("lost", 0, 10);
        page.awaitEvents(10);

        link.refuse();
        link.cut();
        page.awaitState("reconnecting");
        publish("lost", 10, 60);
        link.pass();
        page.awaitState("resumed");
        publish("lost", 60, 70);

        assertThat(page.awaitEvents(70)).containsExactlyElementsOf(subjects("lost", 0, 70));
        assertThat(page.isShown("#gap")).isFalse();
    }

    @Test
    void a_pause_is_resumed_where_it_was() {
        LivePage page = open("paused.>");
        publish("paused", 0, 5);
        page.awaitEvents(5);

        page.press("#pause");
        page.awaitState("paused");
        publish("paused", 5, 10);
        assertThat(page.events()).hasSize(5);
        page.press("#pause");
        page.awaitState("resumed");

        assertThat(page.awaitEvents(10)).containsExactlyElementsOf(subjects("paused", 0, 10));
    }

    @Test
    void what_retention_took_meanwhile_is_told() {
        LivePage page = open("gone.>");
        publish("gone", 0, 1);
        page.awaitEvents(1);

        link.refuse();
        link.cut();
        page.awaitState("reconnecting");
        publish("gone", 1, 218);
        link.pass();

        List<String> events = page.awaitEvents(102);
        String told = "117 messages were missed: they had left the log before this page came back.";
        assertThat(page.text("#gap p")).isEqualTo(told);
        List<String> expected = new ArrayList<>(List.of("gone.0", told));
        expected.addAll(subjects("gone", 118, 218));
        assertThat(events).containsExactlyElementsOf(expected);
        page.press("#gap button");
        assertThat(page.isShown("#gap")).isFalse();
    }

    @Test
    void another_pattern_shows_other_events() {
        LivePage page = open("one.>");
        publish("one", 0, 3);
        page.awaitEvents(3);

        page.filter("one.*, two.>, !two.1");
        await().atMost(LivePage.LONG).until(() -> page.events().isEmpty());
        publish("two", 0, 3);
        publish("one", 3, 4);

        assertThat(page.awaitEvents(3)).containsExactly("two.0", "two.2", "one.3");
        assertThat(page.state()).isEqualTo("connected");
        assertThat(page.marks()).hasSize(3);
    }

    @Test
    void a_bad_pattern_shows_why_it_is_refused_and_what_was_shown_goes_on() {
        LivePage page = open("good.>");
        publish("good", 0, 1);
        page.awaitEvents(1);

        page.filter("good.>.never");

        await().atMost(LivePage.LONG).until(() -> page.isShown("#problem"));
        assertThat(page.text("#problem")).contains("good.>.never");
        publish("good", 1, 2);
        assertThat(page.awaitEvents(2)).containsExactly("good.0", "good.1");
        assertThat(page.state()).isEqualTo("connected");

        page.filter("good.*");
        await().atMost(LivePage.LONG).until(() -> !page.isShown("#problem"));
    }

    @Test
    void a_bad_pattern_in_the_address_is_refused() {
        LivePage page = LivePage.visit(browser.driver(), port, "a..b");

        page.awaitState("refused");

        assertThat(page.text("#problem")).contains("a..b");
    }

    @Test
    void the_last_known_values_are_there_at_once_and_only_once() {
        relay.publish(Message.of("known.1", Map.of("magnitude", 2, "longitude", 10, "latitude", 10))
                .withRetain());
        relay.publish(Message.of("known.2", Map.of("magnitude", 3, "longitude", 20, "latitude", 20))
                .withRetain());

        LivePage page = open("known.>");
        assertThat(page.awaitEvents(2)).containsExactlyInAnyOrder("known.1", "known.2");
        link.cut();
        page.awaitState("resumed");
        publish("known", 3, 4);

        assertThat(page.awaitEvents(3)).containsExactlyInAnyOrder("known.1", "known.2", "known.3");
        assertThat(page.text("#events li:last-child time")).startsWith("last known, ");
    }

    @Test
    void a_server_that_has_no_room_is_asked_again() throws Exception {
        List<InputStream> others = new ArrayList<>();
        HttpRequest tail = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/broadcast/events/tail"))
                .build();
        HttpResponse<InputStream> answer = HTTP.send(tail, BodyHandlers.ofInputStream());
        while (answer.statusCode() == 200) {
            others.add(answer.body());
            answer = HTTP.send(tail, BodyHandlers.ofInputStream());
        }

        LivePage page = LivePage.visit(browser.driver(), port, "room.>");
        await().atMost(LivePage.LONG).until(() -> browser.complaints().stream().anyMatch(one -> one.contains(" 503 ")));
        assertThat(page.state()).isEqualTo("connecting");
        for (InputStream other : others) {
            other.close();
        }

        page.awaitState("connected");
    }

    @ParameterizedTest
    @CsvSource({"light,1440,900", "dark,1440,900", "light,360,800"})
    void it_looks_well(String scheme, int width, int height) throws IOException {
        browser.complaints();
        browser.preferColours(scheme);
        browser.resize(width, height);
        LivePage page = open("quakes.>");
        List<Quake> quakes = feed.read().subList(0, 80);
        quakes.forEach(quake -> relay.publish(quake.subject(), quake));
        page.awaitEvents(quakes.size());
        await().atMost(LivePage.LONG).until(() -> page.isShown("#timeline .minor"));

        Path file = Path.of("target", "screenshots", scheme + "-" + width + ".png");
        Files.createDirectories(file.getParent());
        Files.write(file, browser.driver().getScreenshotAs(OutputType.BYTES));

        assertThat(browser.driver()
                        .executeScript("return document.documentElement.scrollWidth <= document.body.clientWidth"))
                .isEqualTo(true);
        assertThat(page.marks()).hasSize(quakes.size());
        assertThat(browser.complaints()).isEmpty();
    }
}
