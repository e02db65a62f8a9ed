package io.relaymq.boot.autoconfigure.modulith;

import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import io.relaymq.spring.RelayOperations;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.support.DelegatingEventExternalizer;

/** Auto-configuration of what publishes the externalized events of Spring Modulith. */
@AutoConfiguration(
        after = RelayAutoConfiguration.class,
        afterName = "org.springframework.modulith.events.config.EventExternalizationAutoConfiguration")
@ConditionalOnClass({Relay.class, DelegatingEventExternalizer.class})
@ConditionalOnBean({RelayOperations.class, EventExternalizationConfiguration.class})
@ConditionalOnBooleanProperty(name = "relay.modulith.enabled", matchIfMissing = true)
public final class RelayModulithAutoConfiguration {

    /** By name: other brokers have beans of this type too. */
    @Bean
    @ConditionalOnMissingBean(name = "relayEventExternalizer")
    DelegatingEventExternalizer relayEventExternalizer(
            EventExternalizationConfiguration configuration, RelayOperations operations) {
        return new DelegatingEventExternalizer(configuration, new EventPublisher(configuration, operations));
    }
}
