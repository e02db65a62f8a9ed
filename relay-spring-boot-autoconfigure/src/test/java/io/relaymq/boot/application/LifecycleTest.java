package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.DeadLetters;
import io.relaymq.PublishResult;
import io.relaymq.Relay;
import io.relaymq.Subscriptions;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Listeners pause, stop and start, one by one and with their application. */
@ExtendWith(OutputCaptureExtension.class)
class LifecycleTest extends OnRedis {

    static class Listener extends Received {

        @RelayListener(value = "orders.*", id = "orders")
        void order(String text) {
            values.add(text);
        }

        @RelayListener(value = "other.>", id = "other")
        void other(String text) {
            values.add(text);
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

    @Test
    void a_paused_listener_gets_on_when_it_is_resumed() {
        try (ConfigurableApplicationContext context = start(Listener.class)) {
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            List<Object> values = context.getBean(Listener.class).values;
            registry.pause("other");
            context.getBean(RelayTemplate.class).publish("other.a", "waits");
            context.getBean(RelayTemplate.class).publish("orders.created", "flows");
            await().until(() -> values.contains("flows"));

            registry.resume("other");

            await().until(() -> values.contains("waits"));
        }
    }

    @Test
    void a_context_that_stops_and_starts_again_receives_what_came_between() {
        try (ConfigurableApplicationContext context = start(Listener.class, "relay.namespace=between");
                ConfigurableApplicationContext other =
                        Applications.start(port(), Received.class, "relay.namespace=between")) {
            Subscriptions subscriptions =
                    context.getBean(Relay.class).broadcast("events").subscriptions();
            DeadLetters dead = subscriptions.deadLetters(subscriptions.names().get(0));
            context.stop();
            other.getBean(RelayTemplate.class).publish("other.a", "between");

            context.start();

            await().until(() -> context.getBean(Listener.class).values.contains("between"));
            assertThat(context.getBean(RelayTemplate.class)
                            .publish("other.a", "after")
                            .subscriptions())
                    .isEqualTo(1);
            assertThat(subscriptions.names()).hasSize(2);
            assertThat(dead.count()).isZero();
        }
    }

    /** Spring's tests pause contexts that wait in their cache. */
    @Test
    void a_context_that_pauses_receives_nothing_until_it_goes_on(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Listener.class, "relay.namespace=paused");
                ConfigurableApplicationContext other =
                        Applications.start(port(), Received.class, "relay.namespace=paused")) {
            context.pause();
            assertThat(context.getBean(RelayListenerRegistry.class).isRunning()).isFalse();
            PublishResult published = other.getBean(RelayTemplate.class).publish("other.a", "while it pauses");
            assertThat(published.subscriptions()).isEqualTo(1);
            assertThat(context.getBean(Listener.class).values).isEmpty();

            context.restart();

            await().until(() -> context.getBean(Listener.class).values.contains("while it pauses"));
            assertThat(output).doesNotContain(" WARN ").doesNotContain(" ERROR ");
        }
    }

    /** Each life has other threads; those of the lives before must be gone. */
    private static Set<Thread> threadsOfRelay() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("relay-"))
                .collect(Collectors.toSet());
    }

    @Test
    void stopped_and_started_again_and_again_it_loses_nothing_and_leaves_neither_thread_nor_warning(
            CapturedOutput output) {
        Set<Thread> before = threadsOfRelay();
        try (ConfigurableApplicationContext context = start(Listener.class)) {
            List<Object> values = context.getBean(Listener.class).values;
            for (int life = 1; life <= 5; life++) {
                RelayTemplate template = context.getBean(RelayTemplate.class);
                for (int number = 0; number < 20; number++) {
                    template.publish("orders.created", life + "/" + number);
                }
                Set<Thread> ofThisLife = threadsOfRelay();
                ofThisLife.removeAll(before);
                ofThisLife.removeIf(
                        thread -> thread.getName().matches("relay-(application-events|meters)-.*")); // the context's
                assertThat(ofThisLife).isNotEmpty();

                context.stop();

                await().untilAsserted(() -> assertThat(ofThisLife).noneMatch(Thread::isAlive));
                context.start();
            }

            await().untilAsserted(() -> assertThat(values).hasSize(100).doesNotHaveDuplicates());
        }
        await().until(() -> before.containsAll(threadsOfRelay()));
        assertThat(output).doesNotContain(" WARN ").doesNotContain(" ERROR ");
    }
}
