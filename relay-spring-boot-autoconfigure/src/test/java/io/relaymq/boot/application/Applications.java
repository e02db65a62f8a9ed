package io.relaymq.boot.application;

import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Real applications, started as by their main method, each in a namespace of its own. */
final class Applications {

    private static int namespaces;

    private Applications() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    static synchronized String newNamespace() {
        return "test-" + ++namespaces;
    }

    static ConfigurableApplicationContext start(int port, Class<?> listeners, String... properties) {
        Stream<String> own = Stream.of(
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + port,
                "spring.application.name=shop",
                "spring.main.banner-mode=off",
                "relay.retry.delay=20ms");
        if (Stream.of(properties).noneMatch(property -> property.startsWith("relay.namespace="))) {
            own = Stream.concat(own, Stream.of("relay.namespace=" + newNamespace()));
        }
        return new SpringApplicationBuilder(Application.class, listeners)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(Stream.concat(own, Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }
}
