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

/** Auto-configuration of {@link RelayMeter meters}. */
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

    /** Without a Relay, which asks for it. */
    @Bean
    @ConditionalOnMissingBean
    RelayTraffic relayTraffic() {
        return new RelayTraffic(System::nanoTime);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    RelayMetrics relayMetrics(Relay relay, RelayTraffic traffic) {
        return new RelayMetrics(relay, traffic);
    }
}
