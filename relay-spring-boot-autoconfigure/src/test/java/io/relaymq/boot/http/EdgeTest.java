package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Message;
import io.relaymq.boot.http.EdgeApplication.Answer;
import io.relaymq.boot.http.EventSource.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class EdgeTest extends OnEveryServer {

    final EdgeApplication application =
            shared("relay.max-messages=100", "relay.http.broadcasts=*", "relay.http.heartbeat=500ms");

    EdgeTest(EdgeServer server) {
        super(server);
    }

    @Test
    void what_is_posted_is_published_and_appears_in_a_tail() {
        EventSource tail = application.open(path("/tail?subjects=orders.*"));

        Answer answer = application.post(
                path(""), "application/json", "{\"subject\":\"orders.42\",\"data\":{\"n\":1.50,\n \"s\":\"é\\n\"}}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().path("subject").asString()).isEqualTo("orders.42");
        assertThat(answer.json().path("subscriptions").asInt()).isZero();
        Event event = tail.await(1).get(0);
        assertThat(event.id()).isEqualTo(answer.json().path("id").asString());
        assertThat(event.data())
                .startsWith("{\"id\":\"" + event.id()
                        + "\",\"subject\":\"orders.42\",\"data\":{\"n\":1.50,\"s\":\"é\\n\"},\"timestamp\":");
        assertThat(tail.lines().get(0)).isEqualTo(": connected");
        assertThat(tail.head())
                .anyMatch(line -> line.equalsIgnoreCase("Cache-Control: no-cache"))
                .anyMatch(line -> line.equalsIgnoreCase("X-Accel-Buffering: no"))
                .anyMatch(line -> line.toLowerCase().startsWith("content-type: text/event-stream"))
                .noneMatch(line -> line.toLowerCase().startsWith("content-encoding"));
    }

    @Test
    void payloads_that_are_no_json_come_as_text_or_base64_and_forge_nothing() {
        EventSource tail = application.open(path("/tail"));

        broadcast(application).publish("a", "x\n\nid: 1-1\ndata: forged\r\r");
        broadcast(application).publish("a", new byte[] {(byte) 0xff, 0, 1});
        broadcast(application).publish("a", null);
        broadcast(application).publish("a", "[1,\r\n2]");

        List<Event> events = tail.await(4);
        assertThat(events.get(0).json().path("data").asString()).isEqualTo("x\n\nid: 1-1\ndata: forged\r\r");
        assertThat(events.get(1).json().path("data").asString()).isEqualTo("/wAB");
        assertThat(events.get(1).json().path("encoding").asString()).isEqualTo("base64");
        assertThat(events.get(2).json().path("data").isNull()).isTrue();
        assertThat(events.get(3).data()).contains("\"data\":[1,2]");
        assertThat(events).hasSize(4);
    }

    @Test
    void a_tail_that_comes_back_is_given_exactly_what_it_missed() {
        EventSource first = application.open(path("/tail"));
        publish(application, 0, 40);
        first.await(40);
        first.close(true);
        publish(application, 40, 50);

        EventSource second = application.open(path("/tail"), "Last-Event-ID: " + first.lastEventId());
        publish(application, 50, 51);

        assertThat(second.await(11)).extracting(Event::subject).containsExactlyElementsOf(subjects(40, 51));
    }

    @Test
    void a_tail_begins_now_though_others_began_earlier_and_resumes_from_there_before_its_first_event() {
        EventSource early = application.open(path("/tail"));
        publish(application, 0, 50);
        early.await(50);

        EventSource late = application.open(path("/tail"));
        await().atMost(EventSource.LONG).until(() -> late.lastEventId().equals(early.lastEventId()));
        late.close(true);
        publish(application, 50, 60);
        EventSource back = application.open(path("/tail"), "Last-Event-ID: " + late.lastEventId());

        assertThat(back.await(10)).extracting(Event::subject).containsExactlyElementsOf(subjects(50, 60));
        assertThat(late.events()).isEmpty();
    }

    @Test
    void another_process_resumes_a_tail_too() {
        String namespace = application.context().getEnvironment().getProperty("relay.namespace");
        EdgeApplication other =
                start("relay.namespace=" + namespace, "relay.max-messages=100", "relay.http.broadcasts=*");
        EventSource first = application.open(path("/tail?subjects=n.*"));
        publish(application, 0, 10);
        first.await(10);
        first.close();
        publish(application, 10, 20);

        EventSource second = other.open(path("/tail?subjects=n.*&lastEventId=") + first.lastEventId());

        assertThat(second.await(10)).extracting(Event::subject).containsExactlyElementsOf(subjects(10, 20));
    }

    @Test
    void what_retention_took_meanwhile_is_one_gap() {
        EventSource first = application.open(path("/tail"));
        publish(application, 0, 10);
        first.await(10);
        first.close();
        publish(application, 10, 310);

        EventSource second = application.open(path("/tail"), "Last-Event-ID: " + first.lastEventId());
        List<Event> events = second.await(101);

        assertThat(events.get(0).name()).isEqualTo("gap");
        assertThat(events.get(0).json().path("count").asInt()).isEqualTo(200);
        assertThat(events.get(0).json().path("exact").asBoolean()).isTrue();
        assertThat(events.subList(1, 101)).extracting(Event::subject).containsExactlyElementsOf(subjects(210, 310));
    }

    @Test
    void a_cursor_that_retention_has_passed_without_a_loss_is_no_gap() {
        EventSource first = application.open(path("/tail"));
        publish(application, 0, 10);
        first.await(10);
        first.close();
        publish(application, 10, 110);

        EventSource second = application.open(path("/tail"), "Last-Event-ID: " + first.lastEventId());

        assertThat(second.await(100)).extracting(Event::subject).containsExactlyElementsOf(subjects(10, 110));
    }

    @Test
    void a_tail_that_wants_little_keeps_its_cursor_fresh_by_heartbeats() {
        EventSource narrow = application.open(path("/tail?subjects=rare.*"));
        publish(application, 0, 10);
        String newest = broadcast(application).publish("n.10", 10).id();

        await().atMost(EventSource.LONG).until(() -> narrow.lastEventId().equals(newest));
        assertThat(narrow.events()).isEmpty();
        narrow.close();
        publish(application, 11, 100);
        broadcast(application).publish("rare.1", 1);

        EventSource back = application.open(path("/tail?subjects=rare.*"), "Last-Event-ID: " + newest);
        assertThat(back.await(1)).extracting(Event::name).containsExactly("message");
    }

    @Test
    void retained_values_come_first_and_only_if_asked_for() {
        broadcast(application).publish(Message.of("config.a", 1).withRetain());
        broadcast(application).publish(Message.of("config.a", 2).withRetain());
        broadcast(application).publish(Message.of("other.b", 3).withRetain());

        EventSource with = application.open(path("/tail?subjects=config.*&retained=true"));
        EventSource without = application.open(path("/tail?subjects=config.*"));
        broadcast(application).publish("config.c", 4);

        assertThat(with.await(2))
                .extracting(event -> event.json().path("data").asInt())
                .containsExactly(2, 4);
        assertThat(with.events().get(0).json().path("retained").asBoolean()).isTrue();
        assertThat(without.await(1))
                .extracting(event -> event.json().path("data").asInt())
                .containsExactly(4);
    }

    @Test
    void a_durable_stream_is_given_what_came_while_nobody_was_connected() {
        application.open(path("/events?subscription=web&subjects=n.*")).close();
        awaitStreams(application, 0);
        publish(application, 0, 20);

        EventSource stream = application.open(path("/events?subscription=web&subjects=n.*"));
        publish(application, 20, 30);

        assertThat(stream.await(30)).extracting(Event::subject).containsExactlyElementsOf(subjects(0, 30));
        await().atMost(EventSource.LONG).until(() -> backlog(application, "web") == 0);
    }

    @Test
    void a_durable_stream_begins_where_it_says() {
        publish(application, 0, 10);

        EventSource stream = application.open(path("/events?subscription=web&subjects=n.*&startFrom=earliest"));

        assertThat(stream.await(10)).extracting(Event::subject).containsExactlyElementsOf(subjects(0, 10));
    }

    @Test
    void clients_of_one_subscription_each_get_what_they_filter_for_and_what_a_client_that_left_wanted_waits() {
        EventSource a = application.open(path("/events?subscription=web&subjects=a.*"));
        EventSource b = application.open(path("/events?subscription=web&subjects=b.*,n.*"));
        for (int i = 0; i < 10; i++) {
            broadcast(application).publish("a." + i, i);
            broadcast(application).publish("b." + i, i);
        }
        assertThat(a.await(10)).allMatch(event -> event.subject().startsWith("a."));
        assertThat(b.await(10)).allMatch(event -> event.subject().startsWith("b."));
        await().atMost(EventSource.LONG).until(() -> backlog(application, "web") == 0);
        a.close();
        awaitStreams(application, 1);

        broadcast(application).publish("a.late", 1);
        publish(application, 0, 5);

        assertThat(b.await(15).subList(10, 15)).extracting(Event::subject).containsExactlyElementsOf(subjects(0, 5));
        EventSource back = application.open(path("/events?subscription=web&subjects=a.*"));
        assertThat(back.await(1)).extracting(Event::subject).containsExactly("a.late");
        await().atMost(EventSource.LONG).until(() -> backlog(application, "web") == 0);
    }

    @Test
    void a_durable_client_that_has_left_takes_nothing_with_it() {
        for (boolean reset : List.of(false, true)) {
            String subscription = "left-" + reset;
            String subjects = "&subjects=" + subscription + ".*";
            EventSource leaving = application.open(path("/events?subscription=" + subscription + subjects));
            for (int i = 0; i < 10; i++) {
                broadcast(application).publish(subscription + "." + i, i);
            }
            leaving.await(10);
            await().atMost(EventSource.LONG).until(() -> backlog(application, subscription) == 0);
            leaving.close(reset);
            List<String> late = new ArrayList<>();
            for (int i = 10; i < 13; i++) {
                late.add(broadcast(application)
                        .publish(subscription + "." + i, i)
                        .id());
            }
            awaitStreams(application, 0);

            EventSource back = application.open(path("/events?subscription=" + subscription + subjects));

            assertThat(back.await(3)).extracting(Event::id).containsExactlyInAnyOrderElementsOf(late);
            await().atMost(EventSource.LONG).until(() -> backlog(application, subscription) == 0);
            back.close();
            awaitStreams(application, 0);
        }
    }

    @Test
    void a_client_with_a_bad_pattern_is_told_so_and_nobody_else_notices() {
        EventSource good = application.open(path("/events?subscription=web&subjects=n.*"));

        Answer bad = application.get(path("/events?subscription=web&subjects=x.%3E.y"));

        assertThat(bad.problem()).isEqualTo("400 invalid-pattern");
        assertThat(bad.response().headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(broadcast(application).subscriptions().describe("web").patterns())
                .containsExactly("n.*");
        publish(application, 0, 3);
        assertThat(good.await(3)).hasSize(3);
    }

    @Test
    void clients_that_are_gone_are_noticed_within_two_heartbeats() {
        List<EventSource> sources = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sources.add(application.open(path("/tail")));
            sources.add(application.open(path("/events?subscription=web&subjects=n.*")));
        }
        awaitStreams(application, 40);
        for (int i = 0; i < 40; i++) {
            sources.get(i).close(i % 3 == 0);
        }

        awaitStreams(application, 0);
        await().atMost(EventSource.LONG)
                .until(() -> application.relay().workers().stream()
                        .allMatch(worker -> worker.state() == io.relaymq.BroadcastWorker.State.PAUSED));
    }

    @Test
    void every_other_client_dies_among_events_and_the_rest_miss_nothing() {
        List<EventSource> stay = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            stay.add(application.open(path("/tail")));
        }
        for (int round = 0; round < 8; round++) {
            List<EventSource> die = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                die.add(application.open(path("/tail")));
            }
            publish(application, round * 10, round * 10 + 5);
            die.forEach(source -> source.close(true));
            publish(application, round * 10 + 5, round * 10 + 10);
        }

        for (EventSource source : stay) {
            assertThat(source.await(80))
                    .as("%s", source)
                    .extracting(Event::subject)
                    .containsExactlyElementsOf(subjects(0, 80));
        }
    }

    @Test
    void clients_that_reset_right_after_their_request_spoil_nobody_elses() {
        EventSource stays = application.open(path("/tail"));
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 5; i++) {
                EventSource.request(application, path(i % 2 == 0 ? "/tail" : "/events?subscription=s" + i))
                        .close(true);
            }
            publish(application, round, round + 1);
            assertThat(application
                            .post(path(""), "application/json", "{\"subject\":\"n.x\"}")
                            .status())
                    .isEqualTo(201);
        }

        assertThat(stays.await(80))
                .as("%s", stays)
                .extracting(Event::subject)
                .filteredOn(subject -> !subject.equals("n.x"))
                .containsExactlyElementsOf(subjects(0, 40));
        awaitStreams(application, 1);
    }

    @Test
    void an_idle_stream_stays_open_with_nothing_but_comments() {
        EventSource tail = application.open(path("/tail"));
        EventSource durable = application.open(path("/events?subscription=web"));

        await().atMost(EventSource.LONG).until(() -> comments(tail) >= 5 && comments(durable) >= 5);
        broadcast(application).publish("a", 1);

        assertThat(tail.await(1)).hasSize(1);
        assertThat(durable.await(1)).hasSize(1);
    }

    private static long comments(EventSource source) {
        assertThat(source.hasEnded()).isFalse();
        assertThat(source.lines().subList(6, source.lines().size()))
                .allMatch(line -> line.isEmpty() || line.startsWith(":"));
        return source.lines().stream().filter(line -> line.startsWith(":")).count();
    }

    @Test
    void an_application_with_a_hundred_open_streams_stops_at_once_and_ends_them_cleanly() throws Exception {
        EdgeApplication stopping = start("relay.http.broadcasts=*");
        List<EventSource> sources = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sources.add(stopping.open(path("/tail")));
            sources.add(stopping.open(path("/events?subscription=s") + i % 5));
        }

        stopping.close();

        for (EventSource source : sources) {
            assertThat(source.awaitEnd(Duration.ofSeconds(5))).isTrue();
        }
    }
}
