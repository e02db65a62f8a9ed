package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastWorker;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.Header;

/** Messages flow through a Boot application and a real server. */
@ExtendWith(OutputCaptureExtension.class)
class FlowTest {

    private static RedisProcess redis;

    @BeforeAll
    static void start() {
        redis = RedisProcess.builder().start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static ConfigurableApplicationContext start(Class<?> listeners, String... properties) {
        ConfigurableApplicationContext context = Applications.start(redis.port(), listeners, properties);
        awaitReady(context);
        return context;
    }

    private static void awaitReady(ConfigurableApplicationContext context) {
        for (BroadcastWorker worker : context.getBean(Relay.class).workers()) {
            assertThat(worker.awaitReady(Duration.ofSeconds(20)))
                    .as(worker.subscription())
                    .isTrue();
        }
    }

    private static SubscriptionStatus status(ConfigurableApplicationContext context, String subscription) {
        SubscriptionStatus status =
                context.getBean(Relay.class).broadcast("events").subscription(subscription);
        assertThat(status).as(subscription).isNotNull();
        return status;
    }

    record Order(int number, String item) {}

    static class Received {
        final List<Object> values = new CopyOnWriteArrayList<>();
    }

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
                assertThat(status(context, "retry").acked()).isEqualTo(1);
                assertThat(status(context, "retry").retried()).isEqualTo(2);
                assertThat(status(context, "reject").dead()).isEqualTo(1);
                assertThat(status(context, "unreadable").dead()).isEqualTo(1);
            });
        }
    }

    static class Slow extends Received {

        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch finish = new CountDownLatch(1);

        @RelayListener("slow")
        void handle(String text) throws InterruptedException {
            started.countDown();
            finish.await(20, TimeUnit.SECONDS);
            values.add(text);
        }
    }

    @Test
    void a_running_handler_finishes_before_the_context_is_closed(CapturedOutput output) throws Exception {
        ConfigurableApplicationContext context = start(Slow.class);
        Slow slow = context.getBean(Slow.class);
        context.getBean(RelayTemplate.class).publish("slow", "done");
        slow.started.await();

        Thread closing = new Thread(context::close);
        closing.start();
        await().until(() -> !context.getBean(RelayListenerRegistry.class).isRunning());
        assertThat(slow.values).isEmpty();
        slow.finish.countDown();
        closing.join();

        assertThat(slow.values).containsExactly("done");
        assertThat(output).doesNotContain(" WARN ").doesNotContain(" ERROR ");
    }

    @Configuration(proxyBeanMethods = false)
    static class Twenty {

        static class One extends Received {
            private final String name;

            One(String name) {
                this.name = name;
            }

            @RelayListener(
                    subjects = "all",
                    subscription = "#{'s' + @counter.incrementAndGet()}",
                    id = "#{'i' + @counter.get()}")
            void handle(String text) {
                values.add(name + text);
            }
        }

        @Bean
        java.util.concurrent.atomic.AtomicInteger counter() {
            return new java.util.concurrent.atomic.AtomicInteger();
        }

        @Bean
        static org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor twentyBeans() {
            return registry -> {
                for (int i = 1; i <= 20; i++) {
                    String name = "one" + i;
                    registry.registerBeanDefinition(
                            name,
                            new org.springframework.beans.factory.support.RootBeanDefinition(
                                    One.class, () -> new One(name)));
                }
            };
        }
    }

    @Test
    void twenty_listeners_share_two_connections() {
        try (ConfigurableApplicationContext context = start(Twenty.class)) {
            assertThat(context.getBean(RelayTemplate.class).publish("all", "!").subscriptions())
                    .isEqualTo(20);
            Map<String, Twenty.One> beans = context.getBeansOfType(Twenty.One.class);
            await().until(() -> beans.values().stream().allMatch(one -> one.values.size() == 1));

            List<String> names = redisClientNames(context);
            assertThat(names).containsExactlyInAnyOrder("relay-shared", "relay-reader-1");
        }
        assertThat(redisClientNames()).isEmpty();
    }

    private static List<String> redisClientNames(ConfigurableApplicationContext context) {
        return context.getBean(org.springframework.data.redis.core.StringRedisTemplate.class).getClientList().stream()
                .map(org.springframework.data.redis.core.types.RedisClientInfo::getName)
                .filter(name -> name != null && name.startsWith("relay-"))
                .toList();
    }

    private static List<String> redisClientNames() {
        try (ConfigurableApplicationContext context =
                Applications.start(redis.port(), Received.class, "relay.enabled=false")) {
            return redisClientNames(context);
        }
    }

    static class Threads extends Received {
        @RelayListener("thread")
        void handle(String text) {
            values.add(Thread.currentThread());
        }
    }

    private static Thread handlerThread(String... properties) {
        try (ConfigurableApplicationContext context = start(Threads.class, properties)) {
            context.getBean(RelayTemplate.class).publish("thread", "");
            List<Object> values = context.getBean(Threads.class).values;
            await().until(() -> !values.isEmpty());
            return (Thread) values.get(0);
        }
    }

    @Test
    void handlers_run_on_named_threads() {
        assertThat(handlerThread().getName()).startsWith("relay-handler-");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void handlers_run_on_virtual_threads_if_the_application_does() throws Exception {
        Thread thread = handlerThread("spring.threads.virtual.enabled=true");

        assertThat(thread.getName()).startsWith("relay-handler-");
        assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
    }

    @Test
    void listeners_receive_with_lazy_initialization() {
        assertThat(handlerThread("spring.main.lazy-initialization=true")).isNotNull();
    }

    @Test
    void a_paused_listener_gets_on_when_it_is_resumed() {
        try (ConfigurableApplicationContext context = start(Three.class, "pattern=none")) {
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            List<Object> values = context.getBean(Three.class).values;
            String id = registry.ids().stream()
                    .filter(each -> each.endsWith(".none"))
                    .findFirst()
                    .orElseThrow();
            registry.pause(id);
            context.getBean(RelayTemplate.class).publish("other.a", "waits");
            context.getBean(RelayTemplate.class).publish("orders.created", new Order(1, "tea"));
            await().until(() -> values.size() == 2);

            registry.resume(id);

            await().until(() -> values.contains("waits"));
        }
    }

    @Test
    void a_context_that_stops_and_starts_again_receives_what_came_between() {
        try (ConfigurableApplicationContext context = start(Three.class, "pattern=none", "relay.namespace=between");
                ConfigurableApplicationContext other =
                        Applications.start(redis.port(), Received.class, "relay.namespace=between")) {
            context.stop();
            other.getBean(RelayTemplate.class).publish("other.a", "between");

            context.start();

            await().until(() -> context.getBean(Three.class).values.contains("between"));
            assertThat(context.getBean(RelayTemplate.class)
                            .publish("other.a", "after")
                            .subscriptions())
                    .isEqualTo(1);
        }
    }
}
