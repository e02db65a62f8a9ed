package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.JsonCodec;
import io.relaymq.Message;
import io.relaymq.fake.FakeRelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RelayTemplateTest {

    private final FakeRelay relay = new FakeRelay();
    private final RelayOperations template = new RelayTemplate(relay, "events");

    @Test
    void publishes_to_the_default_broadcast_unless_another_is_named() {
        Message withHeader = Message.of("c", 3).withHeader("k", "v");

        template.publish("a", 1);
        template.publish("audit", "b", 2);
        template.publish(withHeader);
        template.publishAsync("d", null).join();
        template.publishAsync("audit", "e", 5).join();

        assertThat(relay.published)
                .containsExactly(
                        Map.entry("events", Message.of("a", 1)),
                        Map.entry("audit", Message.of("b", 2)),
                        Map.entry("events", withHeader),
                        Map.entry("events", Message.of("d", null)),
                        Map.entry("audit", Message.of("e", 5)));
    }

    @Test
    void a_message_is_named_option_by_option() {
        template.message(7)
                .subject("orders.{id}.{state}", "a.b", 3)
                .header("k", "v")
                .headers(Map.of("l", "w"))
                .idempotencyKey("once")
                .orderingKey("order-3")
                .timeToLive(Duration.ofMinutes(1))
                .requireSubscribers()
                .send();
        template.message("x").subject("a").broadcast("audit").sendAsync().join();

        assertThat(relay.published)
                .containsExactly(
                        Map.entry(
                                "events",
                                Message.of("orders.a%2Eb.3", 7)
                                        .withHeader("k", "v")
                                        .withHeader("l", "w")
                                        .withIdempotencyKey("once")
                                        .withOrderingKey("order-3")
                                        .withTimeToLive(Duration.ofMinutes(1))
                                        .requiringSubscribers()),
                        Map.entry("audit", Message.of("a", "x")));
        assertThatThrownBy(() -> template.message(1).send())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no subject");
        assertThatThrownBy(() -> template.message(1).subject("a.{b}", "c", "d"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> template.message(1).subject("a.{b}.{c}", "d"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void another_broadcast_can_be_the_default() {
        RelayOperations audit = template.on("audit");

        audit.publishAll(List.of(Message.of("a", 1), Message.of("b", 2)));

        assertThat(relay.published)
                .containsExactly(Map.entry("audit", Message.of("a", 1)), Map.entry("audit", Message.of("b", 2)));
    }

    @Test
    void interceptors_see_every_message_before_it_is_published() {
        RelayOperations intercepted = new RelayTemplate(
                relay,
                "events",
                new JsonCodec(),
                List.of(
                        (broadcast, message) -> message.withHeader("first", broadcast),
                        (broadcast, message) -> message.withHeader(
                                "second", String.valueOf(message.headers().get("first")))));

        intercepted.publish("a", 1);
        intercepted.publishAsync("b", 1).join();
        intercepted.publishAll(List.of(Message.of("c", 1)));
        intercepted.publishAfterCommit("d", 1).join();

        assertThat(relay.published)
                .hasSize(4)
                .allSatisfy(
                        published -> assertThat(published.getValue().headers()).containsEntry("second", "events"));
    }

    @Test
    void a_default_broadcast_without_a_valid_name_is_refused_at_once() {
        assertThatThrownBy(() -> new RelayTemplate(relay, "a:b")).isInstanceOf(IllegalArgumentException.class);
    }
}
