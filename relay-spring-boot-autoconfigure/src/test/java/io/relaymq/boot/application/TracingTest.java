package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.RejectMessageException;
import io.relaymq.Relay;
import io.relaymq.WorkerOptions;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import io.relaymq.spring.observation.DefaultRelayProcessObservationConvention;
import io.relaymq.spring.observation.RelayObservationInstrumentation;
import io.relaymq.spring.observation.RelayProcessContext;
import io.relaymq.spring.observation.RelayPublishContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A trace goes on from who publishes to who handles, in another application. */
class TracingTest extends OnRedis {

    record Run(String traceId, Map<String, String> headers) {}

    @Configuration(proxyBeanMethods = false)
    static class Seen {

        final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

        @Bean
        ObservationHandler<Observation.Context> seenObservations() {
            return new ObservationHandler<>() {
                @Override
                public void onStop(Observation.Context observed) {
                    stopped.add(observed);
                }

                @Override
                public boolean supportsContext(Observation.Context observed) {
                    return observed instanceof RelayPublishContext || observed instanceof RelayProcessContext;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handling extends Seen {

        final List<Run> runs = new CopyOnWriteArrayList<>();
        private final Tracer tracer;

        Handling(Tracer tracer) {
            this.tracer = tracer;
        }

        @RelayListener(value = "orders.*", subscription = "billing")
        void bill(Delivery delivery) {
            Span span = tracer.currentSpan();
            runs.add(new Run(span == null ? "none" : span.context().traceId(), delivery.headers()));
        }

        @RelayListener(value = "bad", subscription = "bad")
        void fail(Delivery delivery) {
            throw new RejectMessageException("on purpose");
        }
    }

    private static final String TRACED = "management.tracing.sampling.probability=1.0";

    @Test
    void a_trace_goes_on_from_the_publisher_to_the_listener_in_another_application() {
        String namespace = "relay.namespace=" + Applications.newNamespace();
        try (ConfigurableApplicationContext handling = start(Handling.class, namespace, TRACED);
                ConfigurableApplicationContext publishing = start(Seen.class, namespace, TRACED)) {
            Tracer tracer = publishing.getBean(Tracer.class);
            RelayTemplate template = publishing.getBean(RelayTemplate.class);
            Span span = tracer.nextSpan().name("request").start();
            try (Tracer.SpanInScope inScope = tracer.withSpan(span)) {
                template.publish(Message.of("orders.created", "tea").withHeader("tenant", "t"));
                template.publishAsync(Message.of("orders.paid", "tea")).join();
                publishing
                        .getBean(Relay.class)
                        .broadcast("events")
                        .publishAll(List.of(Message.of("orders.sent", 1), Message.of("orders.back", 2)));
            } finally {
                span.end();
            }

            List<Run> runs = handling.getBean(Handling.class).runs;
            await().until(() -> runs.size() == 4);
            String trace = span.context().traceId();
            assertThat(runs).allSatisfy(run -> {
                assertThat(run.traceId()).isEqualTo(trace);
                assertThat(run.headers().get("traceparent")).contains(trace);
            });
            assertThat(runs.get(0).headers()).containsEntry("tenant", "t");

            List<Observation.Context> published = publishing.getBean(Seen.class).stopped;
            assertThat(published).hasSize(4);
            Observation.Context first = published.get(0);
            assertThat(first.getName()).isEqualTo("relay.publish");
            assertThat(first.getContextualName()).isEqualTo("events publish");
            assertThat(keys(first.getLowCardinalityKeyValues()))
                    .containsExactlyInAnyOrder(
                            "messaging.system=redis",
                            "messaging.operation.name=publish",
                            "messaging.destination.name=events");
            assertThat(keys(first.getHighCardinalityKeyValues()))
                    .contains("relay.subject=orders.created", "relay.subscriptions=1")
                    .anyMatch(key -> key.startsWith("messaging.message.id="));
        }
    }

    private static List<String> keys(KeyValues values) {
        return values.stream().map(TracingTest::text).toList();
    }

    private static String text(KeyValue value) {
        return value.getKey() + "=" + value.getValue();
    }

    @Test
    void a_failure_of_a_handler_is_an_error_of_its_observation() {
        try (ConfigurableApplicationContext context = start(Handling.class, TRACED)) {
            context.getBean(RelayTemplate.class).publish("bad", 1);

            List<Observation.Context> stopped = context.getBean(Handling.class).stopped;
            await().until(() -> stopped.stream().anyMatch(RelayProcessContext.class::isInstance));
            Observation.Context run = stopped.stream()
                    .filter(RelayProcessContext.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            assertThat(run.getName()).isEqualTo("relay.process");
            assertThat(run.getContextualName()).isEqualTo("bad process");
            assertThat(run.getError()).isInstanceOf(RejectMessageException.class);
            assertThat(keys(run.getLowCardinalityKeyValues()))
                    .contains("messaging.destination.subscription.name=bad")
                    .noneMatch(key -> key.startsWith("relay.subject"));
        }
    }

    @Test
    void a_handler_that_ends_later_is_observed_until_then() {
        try (ConfigurableApplicationContext context = start(Seen.class, TRACED)) {
            CompletableFuture<String> later = new CompletableFuture<>();
            CompletableFuture<Boolean> called = new CompletableFuture<>();
            Relay relay = context.getBean(Relay.class);
            var worker = relay.broadcast("events")
                    .subscribeAsync(WorkerOptions.of("later", "a").build(), delivery -> {
                        called.complete(true);
                        return later;
                    });
            assertThat(worker.awaitReady(Duration.ofSeconds(30))).isTrue();
            relay.broadcast("events").publish("a", 1);
            called.join();
            List<Observation.Context> stopped = context.getBean(Seen.class).stopped;
            assertThat(stopped).noneMatch(RelayProcessContext.class::isInstance);

            later.completeExceptionally(new IllegalStateException("on purpose"));

            await().until(() ->
                    stopped.stream().anyMatch(one -> one instanceof RelayProcessContext && one.getError() != null));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnConvention extends Seen {

        @Bean
        DefaultRelayProcessObservationConvention ownProcess() {
            return new DefaultRelayProcessObservationConvention() {
                @Override
                public String getName() {
                    return "shop.handled";
                }
            };
        }

        @RelayListener(value = "a", subscription = "a")
        void handle(Delivery delivery) {}
    }

    @Test
    void a_convention_of_the_application_is_used() {
        try (ConfigurableApplicationContext context = start(OwnConvention.class, TRACED)) {
            context.getBean(RelayTemplate.class).publish("a", 1);

            List<Observation.Context> stopped = context.getBean(OwnConvention.class).stopped;
            await().until(() -> stopped.stream().anyMatch(one -> "shop.handled".equals(one.getName())));
        }
    }

    @Test
    void it_can_be_switched_off() {
        try (ConfigurableApplicationContext context =
                start(Handling.class, TRACED, "relay.observation.enabled=false")) {
            assertThat(context.getBeansOfType(RelayObservationInstrumentation.class))
                    .isEmpty();
            context.getBean(RelayTemplate.class).publish("orders.created", "tea");

            List<Run> runs = context.getBean(Handling.class).runs;
            await().until(() -> !runs.isEmpty());
            assertThat(runs.get(0).headers()).isEmpty();
        }
    }
}
