package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Message;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.boot.application.Management.Answer;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** What the endpoint shows and does, over HTTP. */
class EndpointOverHttpTest extends OnRedis {

    static class Listener extends Received {

        volatile boolean rejects = true;

        @RelayListener(value = "orders.*", subscription = "billing")
        void bill(String text) {
            if (rejects) {
                throw new RejectMessageException("on purpose");
            }
            values.add(text);
        }
    }

    private static ConfigurableApplicationContext context;
    private static Management management;
    private static Listener listener;

    @BeforeAll
    static void startApplication() {
        context = Applications.startWeb(
                port(), Listener.class, "management.endpoint.relay.access=unrestricted", "relay.lock-duration=1s");
        awaitReady(context);
        management = new Management(context);
        listener = context.getBean(Listener.class);
    }

    @AfterAll
    static void stopApplication() {
        context.close();
    }

    private static void awaitReady(ConfigurableApplicationContext of) {
        of.getBean(Relay.class).workers().forEach(worker -> worker.awaitReady(Duration.ofSeconds(30)));
    }

    @BeforeEach
    void reject() {
        listener.rejects = true;
        management.post("/relay/events/billing/discard", "{\"all\": true}");
    }

    private static void publishDead(String subject, int count) {
        RelayTemplate template = context.getBean(RelayTemplate.class);
        for (int i = 0; i < count; i++) {
            template.publish(Message.of(subject, "payload " + i).withHeader("tenant", "secret"));
        }
        await().until(() ->
                management.get("/relay/events/billing").json().get("dead").asInt() == count);
    }

    @Test
    void shows_workers_broadcasts_and_subscriptions() {
        var overview = management.get("/relay").json();
        assertThat(overview.get("connected").asBoolean()).isTrue();
        assertThat(overview.get("broadcasts").get(0).asString()).isEqualTo("events");
        assertThat(overview.get("workers").get(0).get("subscription").asString())
                .isEqualTo("billing");

        var broadcast = management.get("/relay/events").json();
        assertThat(broadcast.get("subscriptions").get(0).get("patterns").get(0).asString())
                .isEqualTo("orders.*");

        var subscription = management.get("/relay/events/billing").json();
        assertThat(subscription.get("consumers")).hasSize(1);
        assertThat(subscription.get("worker").get("state").asString()).isEqualTo("RUNNING");
    }

    @Test
    void shows_dead_letters_page_by_page_and_neither_payloads_nor_values_of_headers() {
        publishDead("orders.created", 3);

        Answer first = management.get("/relay/events/billing/dead-letters?limit=2");
        assertThat(first.json().get("total").asInt()).isEqualTo(3);
        assertThat(first.json().get("deadLetters")).hasSize(2);
        assertThat(first.body()).contains("RejectMessageException", "tenant").doesNotContain("payload 0", "secret");

        String last = first.json().get("last").asString();
        Answer second = management.get("/relay/events/billing/dead-letters?limit=2&after=" + last);
        assertThat(second.json().get("deadLetters")).hasSize(1);
        Answer none = management.get("/relay/events/billing/dead-letters?patterns=other.*");
        assertThat(none.json().get("deadLetters")).isEmpty();
    }

    @Test
    void replays_by_id_by_cause_and_by_pattern_and_discards() {
        publishDead("orders.created", 4);
        var letters =
                management.get("/relay/events/billing/dead-letters").json().get("deadLetters");
        listener.rejects = false;
        listener.values.clear();

        String id = letters.get(0).get("id").asString();
        assertThat(command("replay", "{\"id\": \"" + id + "\"}").get("replayed").asInt())
                .isEqualTo(1);
        assertThat(command("replay", "{\"cause\": \"TimeoutException\"}")
                        .get("replayed")
                        .asInt())
                .isZero();
        assertThat(command("replay", "{\"patterns\": \"other.*\"}")
                        .get("replayed")
                        .asInt())
                .isZero();
        String second = letters.get(1).get("id").asString();
        assertThat(command("discard", "{\"id\": \"" + second + "\"}")
                        .get("discarded")
                        .asInt())
                .isEqualTo(1);
        assertThat(command("replay", "{\"patterns\": \"orders.*,!orders.x\", \"perSecond\": 1000}")
                        .get("replayed")
                        .asInt())
                .isEqualTo(2);
        await().until(() -> listener.values.size() == 3);
    }

    private static tools.jackson.databind.JsonNode command(String command, String body) {
        Answer answer = management.post("/relay/events/billing/" + command, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void pauses_resumes_and_moves_after_a_dry_run() {
        listener.rejects = false;
        assertThat(command("pause", "{}").get("paused").asBoolean()).isTrue();
        await().until(() ->
                management.get("/relay/events/billing").json().get("paused").asBoolean());

        long delivers = command("seek", "{\"to\": \"earliest\", \"dryRun\": true}")
                .get("delivers")
                .asLong();
        assertThat(command("seek", "{\"to\": \"latest\"}").get("moved").asBoolean())
                .isTrue();
        assertThat(command("seek", "{\"to\": \"earliest\", \"dryRun\": true}")
                        .get("delivers")
                        .asLong())
                .isEqualTo(delivers);

        assertThat(command("resume", "{}").get("paused").asBoolean()).isFalse();
    }

    @Test
    void what_is_not_valid_is_answered_with_400_and_what_is_expected() {
        error(400, "Expected 'to'", management.post("/relay/events/billing/seek", "{}"));
        error(400, "yesterday", management.post("/relay/events/billing/seek", "{\"to\": \"yesterday\"}"));
        error(400, "which dead letters", management.post("/relay/events/billing/discard", "{}"));
        error(400, "a**", management.post("/relay/events/billing/replay", "{\"patterns\": \"a**\"}"));
        error(400, "'from'", management.get("/relay/events/billing/dead-letters?from=now"));
        error(400, "0", management.get("/relay/events/billing/dead-letters?limit=0"));
        assertThat(management
                        .get("/relay/events/billing/dead-letters?limit=many")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void what_is_not_there_is_answered_with_404_and_is_not_made() {
        error(404, "no broadcast 'typo'", management.get("/relay/typo"));
        error(404, "no subscription 'typo'", management.get("/relay/events/typo"));
        error(404, "no subscription 'typo'", management.post("/relay/events/typo/pause", "{}"));
        error(404, "no 'letters'", management.get("/relay/events/billing/letters"));
        error(404, "no command 'stop'", management.post("/relay/events/billing/stop", "{}"));
        assertThat(management.get("/relay").json().get("broadcasts")).hasSize(1);
    }

    private static void error(int status, String says, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().get("error").asString()).contains(says);
    }

    @Test
    void without_leave_to_write_it_only_shows_and_with_leave_it_shows_payloads() {
        publishDead("orders.created", 1);
        String namespace = context.getEnvironment().getProperty("relay.namespace");
        try (ConfigurableApplicationContext other = Applications.startWeb(
                port(),
                Received.class,
                "relay.namespace=" + namespace,
                "management.endpoint.relay.show-payloads=always")) {
            Management readOnly = new Management(other);
            Answer page = readOnly.get("/relay/events/billing/dead-letters");
            assertThat(page.body()).contains("payload 0", "secret");
            assertThat(readOnly.post("/relay/events/billing/discard", "{\"all\": true}")
                            .status())
                    .isEqualTo(405);
            assertThat(readOnly.get("/relay/events/billing/dead-letters")
                            .json()
                            .get("total")
                            .asInt())
                    .isEqualTo(1);
        }
    }
}
