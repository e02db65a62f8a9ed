package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.messaging.handler.annotation.Header;

/** Messages flow through a Boot application and a real server. */
@ExtendWith(OutputCaptureExtension.class)
class FlowTest extends OnRedis {

    private static SubscriptionStatus status(ConfigurableApplicationContext context, String subscription) {
        SubscriptionStatus status =
                context.getBean(Relay.class).broadcast("events").subscriptions().describe(subscription);
        assertThat(status).as(subscription).isNotNull();
        return status;
    }

    record Order(int number, String item) {}

    static class Three extends Received {

        @RelayListener("orders.*")
        void one(Order order) {
            values.add(order);
        }

        @RelayListener("${pattern}")
        void two(String text, @Header("tenant") String tenant) {
            values.add(text + tenant);
        }

        @RelayListener(value = "orders.created", subscription = "audit", concurrency = "4")
        void three(Delivery delivery) {
            values.add(delivery.subject() + delivery.attempt());
        }

        @RelayListener("other.>")
        void none(String text) {
            values.add(text);
        }
    }

    @Test
    void three_subscriptions_get_their_own_copy_of_one_publish(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Three.class, "pattern=orders.#")) {
            PublishResult result = context.getBean(RelayTemplate.class)
                    .publish(Message.of("orders.created", new Order(1, "tea")).withHeader("tenant", "t"));

            List<Object> values = context.getBean(Three.class).values;
            await().until(() -> values.size() >= 3);
            assertThat(result.subscriptions()).isEqualTo(3);
            assertThat(values)
                    .containsExactlyInAnyOrder(
                            new Order(1, "tea"), "{\"number\":1,\"item\":\"tea\"}t", "orders.created1");
            await().until(() -> status(context, "audit").backlog() == 0);
        }
        assertThat(output).doesNotContain(" WARN ").doesNotContain(" ERROR ");
    }

    static class Failing extends Received {

        @RelayListener(value = "retry", subscription = "retry")
        void twiceNot(Delivery delivery) {
            values.add(delivery.attempt());
            if (delivery.attempt() < 3) {
                throw new IllegalStateException("on purpose");
            }
        }

        @RelayListener(value = "reject", subscription = "reject")
        void never(Delivery delivery) {
            throw new RejectMessageException("on purpose");
        }

        @RelayListener(value = "unreadable", subscription = "unreadable")
        void unreadable(Order order) {}
    }

    @Test
    void a_failure_is_retried_and_what_never_can_succeed_is_a_dead_letter_at_once() {
        try (ConfigurableApplicationContext context = start(Failing.class)) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            template.publish("retry", 1);
            template.publish("reject", 1);
            template.publish("unreadable", "{");

            await().untilAsserted(() -> {
                assertThat(context.getBean(Failing.class).values).containsExactly(1, 2, 3);
                assertThat(status(context, "retry").counters().acked()).isEqualTo(1);
                assertThat(status(context, "retry").counters().retried()).isEqualTo(2);
                assertThat(status(context, "reject").dead()).isEqualTo(1);
                assertThat(status(context, "unreadable").dead()).isEqualTo(1);
            });
        }
    }
}
