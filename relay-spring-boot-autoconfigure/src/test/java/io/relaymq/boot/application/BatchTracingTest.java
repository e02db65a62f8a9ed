package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import io.micrometer.tracing.Tracer;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayListenerRegistry;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A batch has messages of many traces. */
class BatchTracingTest extends OnRedis {

    @Configuration(proxyBeanMethods = false)
    static class Batching {

        final List<MutableSpan> spans = new CopyOnWriteArrayList<>();
        final List<String> current = new CopyOnWriteArrayList<>();
        private final ObjectProvider<Tracer> tracer;

        Batching(ObjectProvider<Tracer> tracer) {
            this.tracer = tracer;
        }

        @Bean
        SpanHandler seenSpans() {
            return new SpanHandler() {
                @Override
                public boolean end(TraceContext context, MutableSpan span, Cause cause) {
                    spans.add(span);
                    return true;
                }
            };
        }

        @RelayListener(value = "batch", subscription = "batch", id = "batch")
        void handle(List<Integer> numbers) {
            current.add(Objects.requireNonNull(tracer.getObject().currentSpan())
                    .context()
                    .spanId());
        }
    }

    @Test
    void a_batch_is_a_trace_of_its_own_that_links_to_those_of_its_messages() {
        try (ConfigurableApplicationContext context =
                start(Batching.class, "management.tracing.sampling.probability=1.0")) {
            RelayListenerRegistry registry = context.getBean(RelayListenerRegistry.class);
            RelayTemplate template = context.getBean(RelayTemplate.class);
            registry.stop("batch");
            List.of(1, 2, 3).forEach(number -> template.publish("batch", number));

            registry.start("batch");

            Batching batching = context.getBean(Batching.class);
            await().untilAsserted(() -> assertThat(
                            batching.spans.stream().filter(span -> "batch process".equals(span.name())))
                    .hasSize(3));
            List<MutableSpan> batches = batching.spans.stream()
                    .filter(span -> "batch batch".equals(span.name()))
                    .toList();
            assertThat(batches.stream().map(MutableSpan::id)).containsExactlyElementsOf(batching.current);
            Set<String> linked = batches.stream()
                    .flatMap(span -> span.tags().entrySet().stream())
                    .filter(tag -> tag.getKey().matches("links\\[\\d+]\\.spanId"))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.toSet());
            assertThat(linked)
                    .isEqualTo(batching.spans.stream()
                            .filter(span -> "batch process".equals(span.name()))
                            .map(MutableSpan::id)
                            .collect(Collectors.toSet()));
            assertThat(batches).allSatisfy(span -> {
                assertThat(span.parentId()).isNull();
                assertThat(span.tags()).containsKey("messaging.batch.message_count");
            });
        }
    }
}
