package io.relaymq.boot.autoconfigure.observation;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import io.relaymq.spring.observation.RelayBatchObservationConvention;
import io.relaymq.spring.observation.RelayBatchTracingHandler;
import io.relaymq.spring.observation.RelayObservationInstrumentation;
import io.relaymq.spring.observation.RelayProcessObservationConvention;
import io.relaymq.spring.observation.RelayPublishObservationConvention;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Auto-configuration of observations of what is published and handled. */
@AutoConfiguration(
        after = RelayAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration"
        })
@ConditionalOnClass({Relay.class, ObservationRegistry.class})
@ConditionalOnBean({Relay.class, ObservationRegistry.class})
@ConditionalOnBooleanProperty(name = "relay.observation.enabled", matchIfMissing = true)
public final class RelayObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RelayObservationInstrumentation relayObservationInstrumentation(
            ObservationRegistry registry,
            ObjectProvider<RelayPublishObservationConvention> publish,
            ObjectProvider<RelayProcessObservationConvention> process,
            ObjectProvider<RelayBatchObservationConvention> batch) {
        return new RelayObservationInstrumentation(
                registry, publish.getIfAvailable(), process.getIfAvailable(), batch.getIfAvailable());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(TracingObservationHandler.class)
    @ConditionalOnBean(type = "io.micrometer.tracing.Tracer")
    static class Tracing {

        /** Before those of all observations, of which the first that supports one is the only one. */
        @Bean
        @ConditionalOnMissingBean
        @Order(0)
        RelayBatchTracingHandler relayBatchTracingHandler(Tracer tracer) {
            return new RelayBatchTracingHandler(tracer);
        }
    }
}
