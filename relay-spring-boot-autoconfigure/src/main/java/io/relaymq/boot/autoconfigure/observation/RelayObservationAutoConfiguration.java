package io.relaymq.boot.autoconfigure.observation;

import io.micrometer.observation.ObservationRegistry;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
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

/** Auto-configuration of observations of what is published and handled. */
@AutoConfiguration(
        after = RelayAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass({Relay.class, ObservationRegistry.class})
@ConditionalOnBean({Relay.class, ObservationRegistry.class})
@ConditionalOnBooleanProperty(name = "relay.observation.enabled", matchIfMissing = true)
public final class RelayObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RelayObservationInstrumentation relayObservationInstrumentation(
            ObservationRegistry registry,
            ObjectProvider<RelayPublishObservationConvention> publish,
            ObjectProvider<RelayProcessObservationConvention> process) {
        return new RelayObservationInstrumentation(registry, publish.getIfAvailable(), process.getIfAvailable());
    }
}
