package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Message;
import io.relaymq.fake.FakeRelay;
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
    void a_default_broadcast_without_a_valid_name_is_refused_at_once() {
        assertThatThrownBy(() -> new RelayTemplate(relay, "a:b")).isInstanceOf(IllegalArgumentException.class);
    }
}
