package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Message;
import io.relaymq.boot.http.EventSource.Event;
import io.relaymq.embedded.RedisProcess;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(autoCloseArguments = false)
@EnumSource(EdgeServer.class)
class EdgeTest {

    static RedisProcess redis;

    final EdgeApplication application;

    EdgeTest(EdgeServer server) {
        application = server.start(redis, "relay.broadcasts.events.max-messages=100", "relay.http.heartbeat=500ms");
    }

    @BeforeAll
    static void startRedis() {
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @org.junit.jupiter.api.AfterEach
    void close() {
        application.close();
    }

    @Test
    void what_is_posted_is_published_and_appears_in_a_tail() {
        EventSource tail = application.open("/broadcast/events/tail?subjects=orders.*");

        EdgeApplication.Answer answer = application.publish("{\"subject\":\"orders.42\",\"data\":{\"n\":1.50}}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().path("subject").asString()).isEqualTo("orders.42");
        assertThat(answer.json().path("subscriptions").asInt()).isZero();
        Event event = tail.await(1).get(0);
        assertThat(event.id()).isEqualTo(answer.json().path("id").asString());
        assertThat(event.data())
                .startsWith("{\"id\":\"" + event.id()
                        + "\",\"subject\":\"orders.42\",\"data\":{\"n\":1.50},\"timestamp\":");
        assertThat(tail.lines().get(0)).isEqualTo(": connected");
    }

    @Test
    void a_tail_that_comes_back_is_given_exactly_what_it_missed() {
        EventSource first = application.open("/broadcast/events/tail");
        publish(0, 40);
        first.await(40);
        first.close(true);
        publish(40, 50);

        EventSource second = application.open("/broadcast/events/tail", "Last-Event-ID: " + first.lastEventId());
        publish(50, 51);

        assertThat(second.await(11)).extracting(Event::subject).containsExactlyElementsOf(subjects(40, 51));
    }

    @Test
    void what_retention_took_meanwhile_is_one_gap() {
        EventSource first = application.open("/broadcast/events/tail");
        publish(0, 10);
        first.await(10);
        first.close();
        publish(10, 310);

        EventSource second = application.open("/broadcast/events/tail", "Last-Event-ID: " + first.lastEventId());

        List<Event> events = second.await(101);
        assertThat(events.get(0).name()).isEqualTo("gap");
        assertThat(events.get(0).json().path("count").asInt()).isEqualTo(200);
        assertThat(events.get(0).json().path("exact").asBoolean()).isTrue();
        assertThat(events.subList(1, 101)).extracting(Event::subject).containsExactlyElementsOf(subjects(210, 310));
    }

    @Test
    void a_durable_stream_is_given_what_came_while_nobody_was_connected() {
        application
                .open("/broadcast/events/events?subscription=web&subjects=n.*")
                .close();
        await().atMost(EventSource.LONG).until(() -> streams() == 0);
        publish(0, 20);

        EventSource stream = application.open("/broadcast/events/events?subscription=web&subjects=n.*");
        publish(20, 30);

        assertThat(stream.await(30)).extracting(Event::subject).containsExactlyElementsOf(subjects(0, 30));
        await().atMost(EventSource.LONG)
                .until(() -> application
                                .relay()
                                .broadcast("events")
                                .subscriptions()
                                .describe("web")
                                .backlog()
                        == 0);
    }

    private double streams() {
        return application
                .context()
                .getBean(io.micrometer.core.instrument.MeterRegistry.class)
                .find("relay.http.streams")
                .gauges()
                .stream()
                .mapToDouble(io.micrometer.core.instrument.Gauge::value)
                .sum();
    }

    private void publish(int from, int to) {
        for (int i = from; i < to; i++) {
            application.relay().broadcast("events").publish(Message.of("n." + i, i));
        }
    }

    private static List<String> subjects(int from, int to) {
        return java.util.stream.IntStream.range(from, to)
                .mapToObj(i -> "n." + i)
                .toList();
    }
}
