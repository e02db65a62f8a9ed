package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.validation.annotation.Validated;

/** Payloads with constraints of Jakarta Validation, checked by Hibernate Validator as Spring Boot sets it up. */
class ValidatedListenersTest {

    interface ForExport {}

    record Line(@NotBlank String item) {}

    record Order(
            @Min(1) int number,
            @Min(value = 100, groups = ForExport.class) int customs,
            List<@Valid Line> lines) {}

    private static Order order(int number, String... items) {
        return new Order(number, 0, List.of(items).stream().map(Line::new).toList());
    }

    abstract static class Received {
        final List<Object> values = new CopyOnWriteArrayList<>();
    }

    interface Check {
        void check(FakeWorker worker) throws Exception;
    }

    private static List<Object> with(Class<? extends Received> listener, Check check) {
        List<Object> received = new CopyOnWriteArrayList<>();
        ListenerContext.runner()
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withBean("listener", listener)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    check.check(context.getBean(FakeRelay.class).everMade.get(0));
                    received.addAll(context.getBean(Received.class).values);
                });
        return received;
    }

    static class OnOrder extends Received {
        @RelayListener
        void handle(@Valid Order order) {
            values.add(order.number());
        }
    }

    @Test
    void an_order_that_is_not_valid_is_refused_naming_each_field_also_of_its_lines() {
        assertThat(with(OnOrder.class, worker -> {
                    worker.deliver("a", order(1, "tea"));
                    assertThatThrownBy(() -> worker.deliver("a", order(0, "tea", " ")))
                            .isInstanceOf(InvalidPayloadException.class)
                            .hasMessageContainingAll("Order", "'number' must be", "'lines[1].item' must not be blank");
                }))
                .containsExactly(1);
    }

    static class OnMessage extends Received {
        @RelayListener
        void handle(@Valid RelayMessage<Order> message) {
            values.add(message.payload().number());
        }
    }

    @Test
    void the_payload_of_a_message_is_validated() {
        assertThat(with(OnMessage.class, worker -> {
                    worker.deliver("a", order(1));
                    assertThatThrownBy(() -> worker.deliver("a", order(0))).isInstanceOf(InvalidPayloadException.class);
                }))
                .containsExactly(1);
    }

    static class OnExport extends Received {
        @RelayListener
        void handle(@Validated(ForExport.class) Order order) {
            values.add(order.number());
        }
    }

    @Test
    void only_the_groups_that_are_named_are_checked() {
        assertThat(with(OnExport.class, worker -> {
                    worker.deliver("a", new Order(0, 100, List.of()));
                    assertThatThrownBy(() -> worker.deliver("a", order(1)))
                            .isInstanceOf(InvalidPayloadException.class)
                            .hasMessageContaining("'customs'");
                }))
                .containsExactly(0);
    }

    static class OnBatch extends Received {
        @RelayListener
        void handle(@Valid List<Order> orders) {
            orders.forEach(order -> values.add(order.number()));
        }
    }

    @Test
    void each_of_a_batch_is_validated_by_itself() {
        assertThat(with(OnBatch.class, worker -> {
                    assertThatThrownBy(() -> worker.deliver("a", order(0))).isInstanceOf(InvalidPayloadException.class);
                    worker.deliver("a", order(2));
                }))
                .containsExactly(2);
    }

    @Validated
    static class OfMethods extends Received {
        @RelayListener
        public void handle(@Min(1) int number) {
            values.add(number);
        }

        public List<Object> received() {
            return values;
        }
    }

    /** Its proxy is made by a post-processor that comes as late as one with an order can. */
    @Test
    void a_bean_whose_methods_are_validated_is_called_through_its_proxy() {
        ListenerContext.runner()
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withBean("listener", OfMethods.class)
                .run(context -> {
                    FakeWorker worker =
                            context.getBean(FakeRelay.class).everMade.get(0);
                    worker.deliver("a", 1);
                    assertThatThrownBy(() -> worker.deliver("a", 0)).isInstanceOf(ConstraintViolationException.class);
                    assertThat(context.getBean(OfMethods.class).received()).containsExactly(1);
                });
    }
}
