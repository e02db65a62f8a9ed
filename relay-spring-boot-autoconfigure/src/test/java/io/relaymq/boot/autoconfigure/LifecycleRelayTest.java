package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Broadcast;
import io.relaymq.fake.FakeRelay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleRelayTest {

    private final List<FakeRelay> made = new ArrayList<>();
    private final LifecycleRelay relay = new LifecycleRelay(() -> {
        made.add(new FakeRelay());
        return made.get(made.size() - 1);
    });

    @Test
    void it_can_be_used_before_the_context_has_started() {
        relay.broadcast("events").publish("a", 1);
        relay.start();

        assertThat(made).hasSize(1);
        assertThat(made.get(0).published).hasSize(1);
    }

    @Test
    void a_stop_closes_and_a_start_makes_a_new_one_behind_the_same_broadcasts() {
        Broadcast events = relay.broadcast("events");
        relay.stop();
        relay.stop();

        assertThat(made.get(0).closed).isTrue();
        assertThat(relay.isRunning()).isFalse();
        assertThat(relay.isConnected()).isFalse();
        assertThat(relay.workers()).isEmpty();
        assertThatThrownBy(() -> events.publish("a", 1)).isInstanceOf(IllegalStateException.class);

        relay.start();
        events.publish("a", 2);

        assertThat(made).hasSize(2);
        assertThat(made.get(1).published).hasSize(1);
        assertThat(relay.broadcast("events")).isSameAs(events);
    }
}
