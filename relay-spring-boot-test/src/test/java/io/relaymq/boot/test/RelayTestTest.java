package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.verify;

import io.relaymq.DeadLetter;
import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@RelayTest
class RelayTestTest {

    @MockitoBean
    Ledger ledger;

    @Test
    void a_listener_handles(@Autowired RelayScenario scenario, @Autowired PublishedMessages published) {
        scenario.publish("orders.1.created", new Order(1))
                .andWaitAtMost(Duration.ofSeconds(20))
                .forSubscription("billing")
                .toBeHandled();
        verify(ledger).book(1);
        assertThat(published.subjects()).contains("orders.1.created");
        assertThat(published.to("orders.*.created")).isNotEmpty();
    }

    @Test
    void a_listener_retries(@Autowired RelayScenario scenario) {
        doThrow(new IllegalStateException("closed")).doNothing().when(ledger).book(2);
        scenario.publish("orders.2.created", new Order(2))
                .forSubscription("billing")
                .toBeRetried(1);
    }

    @Test
    void a_listener_refuses(@Autowired RelayScenario scenario) {
        assertThat(scenario.publish("orders.3.refused", new Order(3))
                        .forSubscription("refusals")
                        .toBecomeDeadLetter()
                        .subject())
                .isEqualTo("orders.3.refused");
    }

    @Test
    void another_subject_is_ignored(@Autowired RelayScenario scenario) {
        scenario.publish("orders.5.refused", new Order(5))
                .forSubscription("billing")
                .toBeIgnored();
    }

    @Test
    void what_is_handled_is_not_ignored(@Autowired RelayScenario scenario) {
        assertThatThrownBy(() -> scenario.publish("orders.6.created", new Order(6))
                        .forSubscription("billing")
                        .toBeIgnored())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("orders.6.created", "to be ignored");
    }

    @Test
    void a_failure_tells_what_happened(@Autowired RelayScenario scenario) {
        doNothing().when(ledger).book(4);
        assertThatThrownBy(() -> scenario.publish("orders.4.refused", new Order(4))
                        .andWaitAtMost(Duration.ofMillis(300))
                        .forSubscription("refusals")
                        .toBeHandled())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("orders.4.refused", "to be handled", "refusals", "no order 4");
    }

    @Test
    void other_components_are_not_there(@Autowired ApplicationContext context) {
        assertThat(context.getBeanProvider(NotOfTheSlice.class).getIfAvailable())
                .isNull();
        assertThat(context.getEnvironment().getProperty("relay.namespace")).startsWith("test-");
    }

    @Test
    void a_broadcast_that_is_not_the_default_has_its_own_scenarios_and_messages(
            @Autowired RelayScenario scenario, @Autowired PublishedMessages published) {
        scenario.on("audit")
                .publish("orders.7.created", new Order(7))
                .forSubscription("auditing")
                .toBeHandled();
        verify(ledger).book(7);
        assertThat(published.on("audit").subjects()).contains("orders.7.created");
        assertThat(published.on("events").subjects()).doesNotContain("orders.7.created");
        assertThat(published.subjects()).contains("orders.7.created");
    }

    @Test
    void a_payload_is_validated(@Autowired RelayScenario scenario) {
        DeadLetter letter = scenario.on("audit")
                .publish("orders.8.created", new Order(-8))
                .forSubscription("auditing")
                .toBecomeDeadLetter();
        assertThat(letter.detail()).contains("'id' must be greater than 0");
    }
}
