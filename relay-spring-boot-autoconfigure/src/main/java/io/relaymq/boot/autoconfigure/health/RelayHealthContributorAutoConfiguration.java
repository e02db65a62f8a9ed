package io.relaymq.boot.autoconfigure.health;

import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health contributor {@code relay}. */
@AutoConfiguration(after = RelayAutoConfiguration.class)
@ConditionalOnClass({Relay.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnSingleCandidate(Relay.class)
@ConditionalOnEnabledHealthIndicator("relay")
@EnableConfigurationProperties(RelayHealthProperties.class)
public final class RelayHealthContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = {"relayHealthIndicator", "relayHealthContributor"})
    RelayHealthIndicator relayHealthContributor(Relay relay, RelayHealthProperties properties) {
        return new RelayHealthIndicator(relay, properties, InstantSource.system());
    }
}
