package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of the actuator endpoint {@code relay}. */
@AutoConfiguration(after = RelayAutoConfiguration.class)
@ConditionalOnClass({Relay.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnSingleCandidate(Relay.class)
@ConditionalOnAvailableEndpoint(RelayEndpoint.class)
@EnableConfigurationProperties(RelayEndpointProperties.class)
public final class RelayEndpointAutoConfiguration {

    private static final String DEFAULT_BROADCAST = "events";

    /** Without a Relay, which asks for it. */
    @Bean
    KnownBroadcasts relayKnownBroadcasts(Environment environment) {
        Set<String> configured = new HashSet<>();
        configured.add(environment.getProperty("relay.default-broadcast", DEFAULT_BROADCAST));
        Bindable<Map<String, Object>> byName = Bindable.mapOf(String.class, Object.class);
        Binder.get(environment)
                .bind("relay.broadcasts", byName)
                .ifBound(broadcasts -> configured.addAll(broadcasts.keySet()));
        return new KnownBroadcasts(configured);
    }

    @Bean
    @ConditionalOnMissingBean
    RelayEndpoint relayEndpoint(Relay relay, KnownBroadcasts broadcasts, RelayEndpointProperties properties) {
        return new RelayEndpoint(relay, broadcasts, properties.showPayloads());
    }
}
