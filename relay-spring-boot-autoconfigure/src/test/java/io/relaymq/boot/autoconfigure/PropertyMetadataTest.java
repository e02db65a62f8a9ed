package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.spring.ListenerPropertiesReader;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/** What an editor tells about the properties. */
class PropertyMetadataTest {

    private static final Map<String, JsonNode> PROPERTIES = PropertyMetadata.read();

    @Test
    void every_property_has_a_description() {
        assertThat(PROPERTIES)
                .containsKeys("relay.enabled", "relay.embedded.enabled", "management.health.relay.enabled");
        PROPERTIES.forEach((name, property) ->
                assertThat(property.path("description").asString("")).as(name).endsWith("."));
    }

    @Test
    void the_defaults_it_names_are_those_of_core() {
        RelayOptions relay = RelayOptions.defaults();
        WorkerOptions worker = WorkerOptions.of("any").build();
        Map<String, Object> defaults = new TreeMap<>();
        defaults.put("relay.enabled", true);
        defaults.put("relay.embedded.enabled", true);
        defaults.put("management.health.relay.enabled", true);
        defaults.put("relay.observation.enabled", true);
        defaults.put("relay.modulith.enabled", true);
        defaults.put("relay.http.enabled", false);
        defaults.put("relay.http.base-path", "");
        defaults.put("relay.http.max-body-size", DataSize.ofMegabytes(1));
        defaults.put("relay.http.heartbeat", Duration.ofSeconds(15));
        defaults.put("relay.http.max-stream-age", Duration.ofHours(1));
        defaults.put("relay.http.max-streams", 10_000);
        defaults.put("relay.http.buffer", DataSize.ofKilobytes(256));
        defaults.put("relay.http.publish-rate", 0);
        defaults.put("relay.http.cors.allow-credentials", false);
        defaults.put("relay.http.cors.max-age", Duration.ofMinutes(30));
        defaults.put("relay.health.max-lag", 10_000L);
        defaults.put("relay.health.fresh-drops", Duration.ofMinutes(15));
        defaults.put("management.endpoint.relay.access", Access.READ_ONLY);
        defaults.put("management.endpoint.relay.cache.time-to-live", Duration.ZERO);
        defaults.put("management.endpoint.relay.show-payloads", Show.NEVER);
        defaults.put("relay.default-broadcast", RelayPropertiesMapper.DEFAULT_BROADCAST);
        defaults.put("relay.namespace", relay.namespace());
        defaults.put("relay.max-messages", relay.broadcastDefaults().maxMessages());
        defaults.put("relay.max-age", relay.broadcastDefaults().maxAge());
        defaults.put("relay.overflow", relay.broadcastDefaults().overflow());
        defaults.put("relay.expire-after", relay.broadcastDefaults().expireAfter());
        defaults.put("relay.idempotency-window", relay.idempotencyWindow());
        defaults.put("relay.max-dead-letters", worker.maxDeadLetters());
        defaults.put("relay.batch-size", ListenerPropertiesReader.DEFAULT_BATCH_SIZE);
        defaults.put("relay.handler-timeout", worker.handlerTimeout());
        defaults.put("relay.retry.jitter", RetryMapper.DEFAULT_JITTER);
        defaults.put("relay.rate-limit.starts", 0);
        defaults.put("relay.rate-limit.period", RateLimitMapper.DEFAULT_PERIOD);
        defaults.put("relay.max-message-size", DataSize.ofBytes(relay.maxMessageSize()));
        defaults.put("relay.max-in-flight-publishes", relay.maxInFlightPublishes());
        defaults.put("relay.command-timeout", relay.commandTimeout());
        defaults.put("relay.close-timeout", relay.closeTimeout());
        defaults.put("relay.concurrency", worker.concurrency());
        defaults.put("relay.max-attempts", worker.maxAttempts());
        defaults.put("relay.lock-duration", worker.lockDuration());
        defaults.put("relay.stalled-interval", worker.stalledInterval());
        defaults.put("relay.max-stalled-count", worker.maxStalledCount());
        defaults.put("relay.max-waiting", worker.maxWaiting());
        defaults.put("relay.max-in-flight-size", DataSize.ofBytes(worker.maxInFlightSize()));
        defaults.put("relay.retry.delay", RetryMapper.defaultDelay());
        defaults.put("relay.retry.multiplier", RetryMapper.defaultMultiplier());
        defaults.put("relay.retry.max-delay", RetryMapper.defaultMaxDelay());

        Map<String, @Nullable Object> named = new TreeMap<>();
        PROPERTIES.forEach((name, property) -> {
            if (property.has("defaultValue")) {
                String text = property.get("defaultValue").asString();
                Object like = defaults.getOrDefault(name, "a default that this test does not know");
                named.put(name, ApplicationConversionService.getSharedInstance().convert(text, like.getClass()));
            }
        });

        assertThat(named).isEqualTo(defaults);
        assertThat(worker.closeTimeout()).isEqualTo(relay.closeTimeout());
        assertThat(worker.rateLimit()).isNull();
        assertThat(worker.retryOn()).isEmpty();
        assertThat(worker.noRetryOn()).isEmpty();
    }
}
