package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.DeadLettered;
import io.relaymq.RejectMessageException;
import io.relaymq.RelayObserver;
import io.relaymq.WorkerChanged;
import io.relaymq.WorkerChanged.Change;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;

/** What retention takes is told to the application. */
@ExtendWith(OutputCaptureExtension.class)
class ObserverTest extends OnRedis {

    @Configuration(proxyBeanMethods = false)
    static class Observers {

        final List<String> told = new CopyOnWriteArrayList<>();
        final List<BroadcastTrimmed> events = new CopyOnWriteArrayList<>();

        @Bean
        @Order(2)
        RelayObserver second() {
            return told("second");
        }

        @Bean
        @Order(1)
        RelayObserver first() {
            return told("first");
        }

        private RelayObserver told(String name) {
            return new RelayObserver() {
                @Override
                public void trimmed(BroadcastTrimmed event) {
                    told.add(name);
                    throw new IllegalStateException(name + " fails on purpose");
                }
            };
        }

        @EventListener
        void trimmed(BroadcastTrimmed event) {
            events.add(event);
            throw new IllegalStateException("the listener fails on purpose");
        }
    }

    @Test
    void observers_are_told_in_their_order_and_the_application_gets_an_event(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Observers.class, "relay.max-messages=2")) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            Observers observers = context.getBean(Observers.class);
            for (int i = 0; i < 5; i++) {
                assertThat(template.publish("a", i).id()).isNotEmpty();
            }

            await().untilAsserted(() -> assertThat(observers.told)
                    .containsExactly("first", "second", "first", "second", "first", "second"));
            await().untilAsserted(() -> {
                assertThat(observers.events.stream()
                                .mapToLong(BroadcastTrimmed::trimmed)
                                .sum())
                        .isEqualTo(3);
                assertThat(output).contains("first fails on purpose", "the listener fails on purpose");
            });
            assertThat(observers.events)
                    .allSatisfy(event -> assertThat(event.broadcast()).isEqualTo("events"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Alarm {

        final List<Object> published = new CopyOnWriteArrayList<>();
        private final RelayTemplate template;

        Alarm(RelayTemplate template) {
            this.template = template;
        }

        @EventListener
        void trimmed(BroadcastTrimmed event) {
            if (event.broadcast().equals("events")) {
                published.add(
                        template.publish("alarms", "retention", event.trimmed()).id());
            }
        }
    }

    @Test
    void a_listener_of_the_event_may_publish_and_wait_for_the_answer() {
        try (ConfigurableApplicationContext context = start(Alarm.class, "relay.max-messages=1")) {
            RelayTemplate template = context.getBean(RelayTemplate.class);
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                ids.add(template.publish("a", i).id());
            }

            assertThat(ids).doesNotHaveDuplicates();
            await().until(() -> !context.getBean(Alarm.class).published.isEmpty());
        }
    }

    static class Watched {

        final List<Object> events = new CopyOnWriteArrayList<>();

        @RelayListener(value = "bad", subscription = "bad", id = "bad")
        void fail(String text) {
            throw new RejectMessageException("on purpose");
        }

        @EventListener
        void changed(WorkerChanged event) {
            events.add(event.change());
        }

        @EventListener
        void died(DeadLettered event) {
            events.add(event.subscription() + " " + event.subject());
        }
    }

    @Test
    void the_application_is_told_of_workers_that_change_and_of_deliveries_that_die() {
        try (ConfigurableApplicationContext context = start(Watched.class)) {
            List<Object> events = context.getBean(Watched.class).events;
            context.getBean(RelayTemplate.class).publish("bad", 1);
            await().until(() -> events.size() == 2);
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            registry.pause("bad");
            registry.resume("bad");
            registry.stop("bad");

            await().untilAsserted(() -> assertThat(events)
                    .containsExactly(Change.STARTED, "bad bad", Change.PAUSED, Change.RESUMED, Change.STOPPED));
        }
    }
}
