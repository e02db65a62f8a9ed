package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Relay;
import io.relaymq.StartFrom;
import io.relaymq.fake.ReferencePage;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** What Prometheus scrapes has every meter of the reference, and every name that the dashboard and the how-to ask for. */
class DashboardTest extends OnRedis {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(relay_[a-z_]+)[ {]");
    private static final Pattern NAME = Pattern.compile("relay_[a-z_]+");

    private static ConfigurableApplicationContext context;
    private static Management management;

    static class Listener extends Received {

        @RelayListener(value = "a", subscription = "billing", id = "billing")
        void handle(String text) {
            values.add(text);
        }
    }

    @BeforeAll
    static void work() {
        context = Applications.startWeb(
                port(), Listener.class, "relay.max-messages=1", "relay.expire-after=1s", "relay.http.enabled=true");
        context.getBean(Relay.class).workers().get(0).awaitReady(Duration.ofSeconds(30));
        management = new Management(context);
        Relay relay = context.getBean(Relay.class);
        relay.broadcast("events").subscriptions().create("never-read", List.of("b"), StartFrom.latest());
        for (int i = 0; i < 3; i++) {
            context.getBean(RelayTemplate.class).publish("a", i);
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> scraped()
                        .containsAll(Set.of(
                                "relay_subscription_acked_total",
                                "relay_handler_time_seconds_count",
                                "relay_expired_subscriptions_total")));
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static Set<String> scraped() {
        return names(SAMPLE, management.get("/prometheus").body(), 1);
    }

    private static Set<String> names(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_meter_of_the_reference_is_scraped_and_no_other() {
        Set<String> expected = new TreeSet<>();
        ReferencePage.rows("metrics.md").forEach((name, cells) -> {
            String plain = name.replace('.', '_');
            switch (cells.get(1)) {
                case "counter" -> expected.add(plain + "_total");
                case "timer" ->
                    List.of("_seconds_count", "_seconds_sum", "_seconds_max")
                            .forEach(suffix -> expected.add(plain + suffix));
                default -> expected.add(cells.get(2).equals("seconds") ? plain + "_seconds" : plain);
            }
        });
        Set<String> ours = scraped();
        ours.removeIf(name -> name.startsWith("relay_publish_") || name.startsWith("relay_process_"));

        assertThat(ours).isEqualTo(expected);
    }

    @Test
    void the_dashboard_and_the_alerts_ask_for_nothing_that_is_not_there() throws IOException {
        for (String page : List.of("dashboards/relay.json", "how-to/monitor-lag-and-drops.md")) {
            Set<String> asked = names(NAME, Files.readString(Path.of("..", "docs", page)), 0);
            asked.remove("relay_subscription_");

            assertThat(asked).as(page).isNotEmpty().isSubsetOf(scraped());
        }
    }

    @Test
    void the_meters_of_a_listener_go_when_it_stops_and_are_back_when_it_starts() {
        RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
        registry.stop("billing");
        await().until(() -> scraped().stream()
                .noneMatch(name -> name.startsWith("relay_subscription") || name.startsWith("relay_handler")));

        registry.start("billing");
        context.getBean(RelayTemplate.class).publish("a", "again");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> scraped()
                        .containsAll(Set.of("relay_subscription_acked_total", "relay_handler_time_seconds_count")));
    }
}
