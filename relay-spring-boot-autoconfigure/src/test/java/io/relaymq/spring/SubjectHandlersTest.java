package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Delivery;
import io.relaymq.RejectMessageException;
import io.relaymq.Subjects;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.handler.annotation.DestinationVariable;

/** A class whose methods share a subscription, and what a subject tells its method. */
class SubjectHandlersTest {

    record Order(int number) {}

    static class Heard {
        final List<Object> heard = new ArrayList<>();
    }

    interface Deliver {
        void to(FakeWorker worker) throws Exception;
    }

    static List<Object> heard(Class<? extends Heard> listener, Deliver deliver) {
        List<Object> heard = new ArrayList<>();
        ListenerContext.runner().withBean("billing", listener).run(context -> {
            assertThat(context).hasNotFailed();
            List<FakeWorker> workers = context.getBean(FakeRelay.class).everMade;
            assertThat(workers).hasSize(1);
            deliver.to(workers.get(0));
            heard.addAll(context.getBean(listener).heard);
        });
        return heard;
    }

    @RelayListener("orders.>")
    static class Billing extends Heard {
        @RelayHandler("orders.{id}.paid")
        void paid(Order order, @DestinationVariable int id) {
            heard.add("paid " + id + " " + order.number());
        }

        @RelayHandler({"orders.{id}.created", "orders.{id}.changed.#"})
        void changed(@DestinationVariable String id) {
            heard.add("changed " + id);
        }

        @RelayHandler(isDefault = true)
        void other(Delivery delivery) {
            heard.add("other " + delivery.subject());
        }
    }

    @Test
    void the_subject_decides_which_method_is_called() {
        assertThat(heard(Billing.class, worker -> {
                    assertThat(worker.subscription()).isEqualTo("shop.billing");
                    worker.deliver("orders.1.paid", new Order(7));
                    worker.deliver("orders.2.created", null);
                    worker.deliver("orders.3.changed.name.first", null);
                    worker.deliver("orders.4", null);
                }))
                .containsExactly("paid 1 7", "changed 2", "changed 3", "other orders.4");
    }

    @RelayListener({"orders.*.paid", "orders.*.created", "!orders.test.*"})
    static class Complete extends Heard {
        @RelayHandler("*.*.paid")
        void paid() {
            heard.add("paid");
        }

        @RelayHandler({"orders.*.created", "orders.test.paid"})
        void created() {
            heard.add("created");
        }
    }

    @Test
    void no_default_is_needed_where_every_subject_has_its_method_and_what_is_excluded_is_not_ambiguous() {
        assertThat(heard(Complete.class, worker -> {
                    worker.deliver("orders.1.paid", null);
                    worker.deliver("orders.1.created", null);
                    assertThatThrownBy(() -> worker.deliver("invoices.1", null))
                            .isInstanceOf(RejectMessageException.class)
                            .hasMessageContainingAll(Complete.class.getName(), "'invoices.1'");
                }))
                .containsExactly("paid", "created");
    }

    @RelayListener("orders.#")
    static class Ambiguous {
        @RelayHandler("orders.*.paid")
        void one() {}

        @RelayHandler("orders.test.>")
        void two() {}

        @RelayHandler(isDefault = true)
        void other() {}
    }

    @RelayListener("orders.#")
    static class Untaken {
        @RelayHandler("orders.>")
        void one() {}
    }

    @RelayListener("orders.#")
    static class Unreachable {
        @RelayHandler("invoices.>")
        void one() {}

        @RelayHandler(isDefault = true)
        void other() {}
    }

    @RelayListener("orders.#")
    static class TwoDefaults {
        @RelayHandler(isDefault = true)
        void one() {}

        @RelayHandler(isDefault = true)
        void two() {}
    }

    @RelayListener("orders.#")
    static class NoHandler {
        void one() {}
    }

    @RelayListener("orders.#")
    static class Batch {
        @RelayHandler(isDefault = true)
        void one(List<Order> orders) {}
    }

    @Test
    void a_class_whose_methods_are_not_clearly_in_charge_fails_the_start_naming_them() {
        fails(Ambiguous.class, "'orders.test.paid'", "Ambiguous.one()", "Ambiguous.two()");
        fails(Untaken.class, "'orders'", "none of", "Untaken.one()");
        fails(Unreachable.class, "Unreachable.one()", "never be called", "invoices.>");
        fails(TwoDefaults.class, "TwoDefaults.one()", "TwoDefaults.two()");
        fails(NoHandler.class, "NoHandler", "no method with @RelayHandler");
        fails(Batch.class, "Batch.one(List)", "batch");
    }

    private static void fails(Class<?> listener, String... texts) {
        ListenerContext.runner()
                .withBean("listener", listener)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RelayConfigurationException.class)
                        .hasMessageContainingAll(texts));
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RelayListener("greetings.>")
    @interface Greeted {}

    @Greeted
    interface Greeter {
        @RelayHandler("greetings.{name}")
        void greet(@DestinationVariable String name);
    }

    static class Greetings extends Heard implements Greeter {
        @Override
        public void greet(String name) {
            heard.add(name);
        }

        @RelayHandler(isDefault = true)
        void other() {}
    }

    @Test
    void annotations_of_an_interface_hold_for_class_method_and_parameter() {
        assertThat(heard(Greetings.class, worker -> worker.deliver("greetings.ada", null)))
                .containsExactly("ada");
    }

    enum Kind {
        PAID
    }

    static class Variables extends Heard {
        @RelayListener({"orders.{id}.{kind}", "#.shops.{kind}.{id}", "!orders.{id}.debug"})
        void handle(
                @DestinationVariable("id") UUID id,
                @DestinationVariable Kind kind,
                @DestinationVariable Optional<String> absent) {
            heard.add(id);
            heard.add(kind);
            heard.add(absent);
        }
    }

    private static final UUID ID = UUID.fromString("00000000-0000-0001-0000-000000000002");

    @Test
    void variables_are_converted_and_counted_from_the_end_behind_a_hash() {
        assertThat(heard(Variables.class, worker -> {
                    assertThat(worker.options().patterns())
                            .containsExactly("orders.*.*", "#.shops.*.*", "!orders.*.debug");
                    worker.deliver("orders." + ID + ".PAID", null);
                    worker.deliver("a.b.shops.PAID." + ID, null);
                }))
                .containsExactly(ID, Kind.PAID, Optional.empty(), ID, Kind.PAID, Optional.empty());
    }

    @Test
    void a_variable_that_cannot_be_converted_rejects_the_message() {
        heard(
                Variables.class,
                worker -> assertThatThrownBy(() -> worker.deliver("orders.x.PAID", null))
                        .isInstanceOf(RejectMessageException.class)
                        .hasMessageContainingAll("{id}", "orders.x.PAID", "UUID"));
    }

    static class Text extends Heard {
        @RelayListener("users.{mail}")
        void handle(@DestinationVariable String mail) {
            heard.add(mail);
        }
    }

    @Test
    void a_variable_is_decoded_as_it_was_encoded_or_rejects_the_message() {
        assertThat(heard(Text.class, worker -> {
                    worker.deliver("users." + Subjects.encodeSegment("a.b@ü"), null);
                    assertThatThrownBy(() -> worker.deliver("users.50%", null))
                            .isInstanceOf(RejectMessageException.class)
                            .hasMessageContaining("{mail}");
                }))
                .containsExactly("a.b@ü");
    }
}
