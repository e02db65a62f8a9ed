package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Delivery;
import io.relaymq.PayloadException;
import io.relaymq.RejectMessageException;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

/** What the parameters of a listener receive, and what becomes of what it throws. */
class ListenerArgumentsTest {

    record Order(int number, String item) {}

    static class Received {

        volatile List<@Nullable Object> arguments = List.of();

        void are(@Nullable Object... values) {
            arguments = Arrays.asList(values);
        }
    }

    interface Deliver {
        void to(FakeWorker worker) throws Exception;
    }

    static List<@Nullable Object> received(Class<? extends Received> listener, Deliver deliver) {
        List<@Nullable Object>[] result = new List[1];
        ListenerContext.runner().withBean("listener", listener).run(context -> {
            assertThat(context).hasNotFailed();
            deliver.to(context.getBean(FakeRelay.class).everMade.get(0));
            result[0] = context.getBean(listener).arguments;
        });
        return result[0];
    }

    static class OnRecord extends Received {
        @RelayListener
        void handle(Order order) {
            are(order);
        }
    }

    @Test
    void a_record_is_read_from_json() {
        assertThat(received(OnRecord.class, worker -> worker.deliver("a", new Order(1, "tea"))))
                .containsExactly(new Order(1, "tea"));
    }

    @Test
    void what_cannot_be_read_is_a_payload_exception() {
        received(
                OnRecord.class,
                worker ->
                        assertThatThrownBy(() -> worker.deliver("a", "no json")).isInstanceOf(PayloadException.class));
    }

    static class OnText extends Received {
        @RelayListener
        void handle(Delivery delivery, String text, @Headers Map<String, String> headers) {
            are(delivery.subject(), text, headers);
        }
    }

    @Test
    void text_delivery_and_headers_come_in_any_order() {
        assertThat(received(OnText.class, worker -> worker.deliver("a.b", "hi", Map.of("k", "v"))))
                .containsExactly("a.b", "hi", Map.of("k", "v"));
    }

    static class OnBytes extends Received {
        @RelayListener
        void handle(byte[] bytes) {
            are(bytes.length);
        }
    }

    @Test
    void bytes_come_as_they_are() {
        assertThat(received(OnBytes.class, worker -> worker.deliver("a", new byte[] {0, 1, 2})))
                .containsExactly(3);
    }

    static class OnList extends Received {
        @RelayListener
        void handle(Collection<Order> orders) {
            are(List.copyOf(orders));
        }
    }

    @Test
    void generic_types_are_kept() {
        assertThat(received(OnList.class, worker -> worker.deliver("a", List.of(new Order(1, "tea")))))
                .containsExactly(List.of(new Order(1, "tea")));
    }

    abstract static class Generic<T> extends Received {
        @RelayListener
        public void handle(T payload) {
            are(payload);
        }
    }

    static class OfOrders extends Generic<Order> {
        @Override
        public void handle(Order payload) {
            super.handle(payload);
        }
    }

    static class OfOrdersInherited extends Generic<Order> {}

    @Test
    void a_type_variable_is_resolved_in_the_class_of_the_bean() {
        Deliver order = worker -> worker.deliver("a", new Order(1, "tea"));

        assertThat(received(OfOrders.class, order)).containsExactly(new Order(1, "tea"));
        assertThat(received(OfOrdersInherited.class, order)).containsExactly(new Order(1, "tea"));
    }

    static class OnNothing extends Received {
        @RelayListener
        void handle() {
            are("called");
        }
    }

    @Test
    void no_parameter_is_fine() {
        assertThat(received(OnNothing.class, worker -> worker.deliver("a", "x")))
                .containsExactly("called");
    }

    static class OnHeaders extends Received {
        @RelayListener
        void handle(
                @Header("tries") int tries,
                @Header String tenant,
                @Header(name = "zone", required = false) @Nullable String zone,
                @Header("limit") Optional<Long> limit,
                @Header(name = "mode", defaultValue = "${mode:FAST}") Mode mode) {
            are(tries, tenant, zone, limit, mode);
        }
    }

    enum Mode {
        FAST,
        SLOW
    }

    @Test
    void headers_are_converted_optional_or_by_default() {
        assertThat(received(OnHeaders.class, worker -> worker.deliver("a", "", Map.of("tries", "3", "tenant", "t"))))
                .containsExactly(3, "t", null, Optional.empty(), Mode.FAST);
        assertThat(received(
                        OnHeaders.class,
                        worker -> worker.deliver(
                                "a",
                                "",
                                Map.of("tries", "3", "tenant", "t", "zone", "z", "limit", "9", "mode", "SLOW"))))
                .containsExactly(3, "t", "z", Optional.of(9L), Mode.SLOW);
    }

    @Test
    void a_missing_or_unreadable_header_rejects_the_message() {
        received(OnHeaders.class, worker -> {
            assertThatThrownBy(() -> worker.deliver("a", "", Map.of("tries", "3")))
                    .isInstanceOf(RejectMessageException.class)
                    .hasMessageContaining("'tenant'");
            assertThatThrownBy(() -> worker.deliver("a", "", Map.of("tries", "many", "tenant", "t")))
                    .isInstanceOf(RejectMessageException.class)
                    .hasMessageContaining("'tries'");
        });
    }

    static class OnCircumstances extends Received {
        @RelayListener
        void handle(
                @Header(RelayHeaders.SUBJECT) String subject,
                @Header(RelayHeaders.DELIVERY_ATTEMPT) int attempt,
                @Header(RelayHeaders.DELIVERY_ATTEMPT) String attemptAsText,
                @Header(RelayHeaders.TIMESTAMP) Instant timestamp,
                @Header(RelayHeaders.REDELIVERED) boolean redelivered,
                MessageHeaders all) {
            are(
                    subject,
                    attempt,
                    attemptAsText,
                    timestamp,
                    redelivered,
                    all.get("k"),
                    all.get(RelayHeaders.MESSAGE_ID));
        }
    }

    @Test
    void the_circumstances_are_headers_too() {
        assertThat(received(OnCircumstances.class, worker -> worker.deliver("a.b", "", Map.of("k", "v"))))
                .containsExactly("a.b", 1, "1", Instant.EPOCH, false, "v", "1-0");
    }

    static class OnMessages extends Received {
        @RelayListener
        void handle(RelayMessage<List<Order>> relay, Message<Order[]> spring) {
            are(
                    relay.id(),
                    relay.subject(),
                    relay.timestamp(),
                    relay.headers(),
                    relay.payload(),
                    spring.getPayload()[0]);
        }
    }

    @Test
    void a_message_has_a_payload_of_its_type_argument() {
        Order order = new Order(1, "tea");
        assertThat(received(OnMessages.class, worker -> worker.deliver("a", List.of(order), Map.of("k", "v"))))
                .containsExactly("1-0", "a", Instant.EPOCH, Map.of("k", "v"), List.of(order), order);
    }

    record Tenant(String name) {}

    static class OnCustom extends Received {
        @RelayListener
        void handle(Tenant tenant, String text) {
            are(tenant, text);
        }
    }

    @Test
    void a_resolver_of_the_application_gives_a_parameter_a_meaning() {
        ListenerContext.runner()
                .withBean("listener", OnCustom.class)
                .withBean(RelayArgumentResolver.class, TenantResolver::new)
                .run(context -> {
                    context.getBean(FakeRelay.class).everMade.get(0).deliver("a", "text", Map.of("tenant", "t"));
                    assertThat(context.getBean(OnCustom.class).arguments).containsExactly(new Tenant("t"), "text");
                });
    }

    private static final class TenantResolver implements RelayArgumentResolver {
        @Override
        public boolean supports(MethodParameter parameter) {
            return parameter.getParameterType() == Tenant.class;
        }

        @Override
        public Object resolve(MethodParameter parameter, Delivery delivery) {
            return new Tenant(String.valueOf(delivery.headers().get("tenant")));
        }
    }

    static class OnValid extends Received {
        @RelayListener
        void handle(@Validated RelayMessage<Order> order) {
            are(order.payload());
        }
    }

    @Test
    void a_payload_that_is_not_valid_is_refused_naming_the_fields() {
        Validator positive = Validator.forInstanceOf(Order.class, (order, errors) -> {
            if (order.number() < 1) {
                errors.rejectValue("number", "positive", "must be positive");
            }
        });
        ListenerContext.runner()
                .withBean("listener", OnValid.class)
                .withBean(Validator.class, () -> positive)
                .run(context -> {
                    FakeWorker worker =
                            context.getBean(FakeRelay.class).everMade.get(0);
                    worker.deliver("a", new Order(1, "tea"));
                    assertThatThrownBy(() -> worker.deliver("a", new Order(0, "tea")))
                            .isInstanceOf(InvalidPayloadException.class)
                            .isInstanceOf(PayloadException.class)
                            .hasMessageContaining("'number' must be positive");
                });
    }

    static class OnEmpty extends Received {
        @RelayListener
        void handle(@Payload(required = false) @Nullable Order order) {
            are(order);
        }
    }

    @Test
    void an_empty_payload_is_null_where_it_may_be() {
        assertThat(received(OnEmpty.class, worker -> worker.deliver("a", null))).containsExactly((Object) null);
    }

    static class Throwing extends Received {
        @RelayListener
        void handle(String text) throws IOException {
            if (text.equals("error")) {
                throw new AssertionError("on purpose");
            }
            throw new IOException("on purpose");
        }
    }

    @Test
    void what_the_method_throws_comes_out_as_it_is() {
        received(Throwing.class, worker -> {
            assertThatThrownBy(() -> worker.deliver("a", "")).isExactlyInstanceOf(IOException.class);
            assertThatThrownBy(() -> worker.deliver("a", "error")).isExactlyInstanceOf(AssertionError.class);
        });
    }
}
