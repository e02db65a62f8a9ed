package io.relaymq.boot.autoconfigure.health;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When the health of a subscription that is received is {@code DEGRADED}.
 *
 * @param maxLag How many messages a subscription may lag before its health is degraded. 0 means any number.
 * @param freshDrops How long after an unread drop the health of its subscription is degraded. 0 means not at all.
 */
@ConfigurationProperties("relay.health")
record RelayHealthProperties(
        @DefaultValue("10000") long maxLag,
        @DefaultValue("15m") Duration freshDrops) {

    RelayHealthProperties {
        if (maxLag < 0) {
            throw new IllegalArgumentException("Expected relay.health.max-lag not to be negative, got: " + maxLag);
        }
        if (freshDrops.isNegative()) {
            throw new IllegalArgumentException(
                    "Expected relay.health.fresh-drops not to be negative, got: " + freshDrops);
        }
    }
}
