package io.relaymq.boot.autoconfigure.health;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Gives the status {@code DEGRADED} its place between OUT_OF_SERVICE and UP: one that has no place is left out when the health of
 * the application is made of that of its parts. An application that orders the statuses itself has the last word.
 */
final class DegradedStatusOrder implements EnvironmentPostProcessor, Ordered {

    static final String PROPERTY = "management.endpoint.health.status.order";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        boolean given = environment.containsProperty(PROPERTY) || environment.containsProperty(PROPERTY + "[0]");
        if (!given && ClassUtils.isPresent("org.springframework.boot.health.contributor.Health", null)) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "relayStatusOrder", Map.of(PROPERTY, "DOWN,OUT_OF_SERVICE,DEGRADED,UP,UNKNOWN")));
        }
    }

    /** When all that the application configures is there. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
