package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.StartFrom;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;

/** How an annotation becomes a subscription, and what fails the start. */
class ListenerRegistrationTest {

    private final ApplicationContextRunner runner = ListenerContext.runner();

    private static FakeWorker only(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        List<FakeWorker> workers = context.getBean(FakeRelay.class).everMade;
        assertThat(workers).hasSize(1);
        return workers.get(0);
    }

    private static void failsWith(AssertableApplicationContext context, String... texts) {
        assertThat(context).hasFailed();
        assertThat(context.getStartupFailure())
                .isInstanceOf(RelayConfigurationException.class)
                .hasMessageContainingAll(texts);
    }

    static class Plain {
        @RelayListener("orders.*")
        void onOrder() {}
    }

    @Test
    void the_default_subscription_is_made_of_application_bean_and_method() {
        runner.withBean("billing", Plain.class).run(context -> {
            FakeWorker worker = only(context);

            assertThat(worker.broadcast()).isEqualTo("events");
            assertThat(worker.subscription()).isEqualTo("shop.billing.onOrder");
            assertThat(worker.options().patterns()).containsExactly("orders.*");
            assertThat(context.getBean(RelayListenerRegistry.class).ids()).containsExactly("billing.onOrder");
        });
    }

    @Test
    void the_default_subscription_keeps_to_the_alphabet_of_names() {
        runner.withBean("a/b#0", Plain.class)
                .withPropertyValues("spring.application.name=My Shop")
                .run(context -> assertThat(only(context).subscription()).isEqualTo("My-Shop.a-b-0.onOrder"));
    }

    @Test
    void an_application_without_a_name_is_called_application() {
        runner.withBean("billing", Plain.class)
                .withPropertyValues("spring.application.name=")
                .run(context -> assertThat(only(context).subscription()).isEqualTo("application.billing.onOrder"));
    }

    static class Everything {
        @RelayListener(
                subjects = {"${patterns}", "#{'c.' + 'd'}", "#{{'e', 'f'}}"},
                broadcast = "${where}",
                subscription = "#{'sub' + 1}",
                concurrency = "${many:7}",
                startFrom = "${start}",
                id = "${id}",
                autoStartup = "${auto:true}")
        void handle() {}
    }

    @Test
    void placeholders_and_expressions_are_resolved_in_every_attribute() {
        runner.withBean("listener", Everything.class)
                .withPropertyValues("patterns=a.*, !a.b", "where=audit", "start=EARLIEST", "id=mine")
                .run(context -> {
                    FakeWorker worker = only(context);

                    assertThat(worker.broadcast()).isEqualTo("audit");
                    assertThat(worker.subscription()).isEqualTo("sub1");
                    assertThat(worker.options().patterns()).containsExactly("a.*", "!a.b", "c.d", "e", "f");
                    assertThat(worker.options().concurrency()).isEqualTo(7);
                    assertThat(worker.options().startFrom()).isEqualTo(StartFrom.earliest());
                    assertThat(context.getBean(RelayListenerRegistry.class).ids())
                            .containsExactly("mine");
                });
    }

    @Test
    void an_unresolved_placeholder_fails_the_start_naming_method_and_property() {
        runner.withBean("listener", Everything.class)
                .withPropertyValues("where=audit", "start=latest", "id=mine")
                .run(context -> failsWith(context, Everything.class.getName() + ".handle()", "'patterns'"));
    }

    @Test
    void a_bad_value_fails_the_start_naming_method_and_attribute() {
        ApplicationContextRunner complete = runner.withBean("listener", Everything.class)
                .withPropertyValues("patterns=a", "where=audit", "start=latest", "id=mine");

        complete.withPropertyValues("patterns=a..b")
                .run(context -> failsWith(context, "Everything.handle()", "'subjects'", "a..b"));
        complete.withPropertyValues("patterns=")
                .run(context -> failsWith(context, "Everything.handle()", "'subjects'", "blank"));
        complete.withPropertyValues("many=x").run(context -> failsWith(context, "handle()", "'concurrency'", "'x'"));
        complete.withPropertyValues("many=0").run(context -> failsWith(context, "handle()", "concurrency", "0"));
        complete.withPropertyValues("start=soon")
                .run(context -> failsWith(context, "handle()", "'startFrom'", "'soon'"));
        complete.withPropertyValues("auto=yes")
                .run(context -> failsWith(context, "handle()", "'autoStartup'", "'yes'"));
        complete.withPropertyValues("where=a:b").run(context -> failsWith(context, "handle()", "'a:b'"));
    }

    static class Again {
        @RelayListener(id = "other", subscription = "shop.billing.onOrder")
        void again() {}
    }

    static class SameId {
        @RelayListener(id = "billing.onOrder")
        void again() {}
    }

    @Test
    void a_subscription_or_id_used_twice_fails_the_start_naming_both_methods() {
        runner.withBean("billing", Plain.class)
                .withBean("again", Again.class)
                .run(context -> failsWith(context, "Plain.onOrder()", "Again.again()", "'shop.billing.onOrder'"));
        runner.withBean("billing", Plain.class)
                .withBean("again", SameId.class)
                .run(context -> failsWith(context, "Plain.onOrder()", "SameId.again()", "'billing.onOrder'"));
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RelayListener(startFrom = "earliest")
    @interface Audit {
        @AliasFor(annotation = RelayListener.class, attribute = "subjects")
        String value();
    }

    static class Composed {
        @Audit("audit.>")
        void handle() {}
    }

    @Test
    void the_annotation_can_be_composed() {
        runner.withBean("listener", Composed.class).run(context -> {
            assertThat(only(context).options().patterns()).containsExactly("audit.>");
            assertThat(only(context).options().startFrom()).isEqualTo(StartFrom.earliest());
        });
    }

    static class Repeated {
        @RelayListener(value = "a.>", id = "one", subscription = "one")
        @RelayListener(value = "b.>", id = "two", subscription = "two", broadcast = "audit")
        void handle() {}
    }

    static class RepeatedWithoutNames {
        @RelayListener("a.>")
        @RelayListener("b.>")
        void handle() {}
    }

    @Test
    void the_annotation_can_be_repeated_with_names() {
        runner.withBean("listener", Repeated.class)
                .run(context -> assertThat(context.getBean(FakeRelay.class).everMade)
                        .extracting(worker -> worker.broadcast() + "/" + worker.subscription())
                        .containsExactly("events/one", "audit/two"));
        runner.withBean("listener", RepeatedWithoutNames.class)
                .run(context -> failsWith(context, "RepeatedWithoutNames.handle()", "'listener.handle'"));
    }

    record Order(int number) {}

    interface Handles<T> {
        void on(T payload);
    }

    static class GenericHandler implements Handles<Order> {
        private @Nullable Order received;

        @Override
        @RelayListener("orders")
        public void on(Order order) {
            received = order;
        }
    }

    interface AnnotatedHandles<T> {
        @RelayListener("orders")
        void on(T payload);
    }

    static class Inherited implements AnnotatedHandles<Order> {
        private @Nullable Order received;

        @Override
        public void on(Order order) {
            received = order;
        }
    }

    @Test
    void a_bridge_method_is_no_second_listener_and_the_payload_is_of_the_class() {
        runner.withBean("listener", GenericHandler.class).run(context -> {
            only(context).deliver("orders", new Order(1));
            assertThat(context.getBean(GenericHandler.class).received).isEqualTo(new Order(1));
        });
        runner.withBean("listener", Inherited.class).run(context -> {
            only(context).deliver("orders", new Order(1));
            assertThat(context.getBean(Inherited.class).received).isEqualTo(new Order(1));
        });
    }

    @RelayListener("greetings.>")
    static class ClassLevel implements Greeter {
        @Override
        @RelayHandler(isDefault = true)
        public void greet(String name) {}
    }

    @Test
    void a_class_with_the_annotation_is_found_behind_its_proxy_and_called_through_it() {
        for (boolean ofClass : new boolean[] {false, true}) {
            AtomicInteger calls = new AtomicInteger();
            runner.withBean("greetings", Greeter.class, () -> (Greeter) proxied(ofClass, new ClassLevel(), calls))
                    .run(context -> {
                        only(context).deliver("greetings.x", "you");

                        assertThat(calls).hasValue(1);
                    });
        }
    }

    static class WithProperties {
        @RelayListener(properties = "lock-duration=1m")
        void handle() {}
    }

    @Test
    void properties_that_nobody_reads_fail_the_start() {
        runner.withBean("listener", WithProperties.class)
                .run(context -> failsWith(context, "WithProperties.handle()", "'properties'", "lock-duration"));
    }

    interface Greeter {
        void greet(String name);
    }

    static class Greetings implements Greeter {

        @Override
        @RelayListener("greetings")
        public void greet(String name) {}
    }

    static Object proxied(boolean ofClass, Object target, AtomicInteger calls) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.setProxyTargetClass(ofClass);
        factory.addAdvice((org.aopalliance.intercept.MethodInterceptor) invocation -> {
            calls.incrementAndGet();
            return invocation.proceed();
        });
        return factory.getProxy();
    }

    @Test
    void a_proxied_bean_is_called_through_its_proxy() {
        for (boolean ofClass : new boolean[] {false, true}) {
            AtomicInteger calls = new AtomicInteger();
            runner.withBean("greetings", Greeter.class, () -> (Greeter) proxied(ofClass, new Greetings(), calls))
                    .run(context -> {
                        only(context).deliver("greetings", "you");

                        assertThat(calls).hasValue(1);
                    });
        }
    }

    static class Hidden extends Greetings {
        @RelayListener("hidden")
        void notInTheInterface() {}
    }

    @Test
    void a_method_that_the_proxy_does_not_have_fails_the_start() {
        runner.withBean("hidden", Greeter.class, () -> (Greeter) proxied(false, new Hidden(), new AtomicInteger()))
                .run(context -> failsWith(context, "Hidden.notInTheInterface()", "proxy"));
    }

    @Test
    void customizers_come_before_the_annotation() {
        runner.withBean("listener", Everything.class)
                .withPropertyValues("patterns=a", "where=audit", "start=latest", "id=mine")
                .withBean(
                        WorkerOptionsCustomizer.class,
                        () -> (broadcast, subscription, options) ->
                                options.concurrency(3).maxAttempts(broadcast.length() + subscription.length()))
                .run(context -> {
                    assertThat(only(context).options().concurrency()).isEqualTo(7);
                    assertThat(only(context).options().maxAttempts()).isEqualTo("audit".length() + "sub1".length());
                });
    }

    @Test
    void listeners_without_a_relay_fail_the_start() {
        new ApplicationContextRunner()
                .withUserConfiguration(RelayListenerConfiguration.class)
                .withBean("billing", Plain.class)
                .run(context -> failsWith(context, Plain.class.getName(), "no Relay"));
    }
}
