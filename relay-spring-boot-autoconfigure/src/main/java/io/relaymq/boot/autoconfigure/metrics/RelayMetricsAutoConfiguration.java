package io.relaymq.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.relaymq.Relay;
import io.relaymq.boot.autoconfigure.RelayAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of {@link RelayMeter meters} for the subscriptions of this process. */
@AutoConfiguration(
        after = RelayAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({Relay.class, MeterRegistry.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(Relay.class)
public final class RelayMetricsAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    RelayMetrics relayMetrics(Relay relay) {
        return new RelayMetrics(relay);
    }
}
