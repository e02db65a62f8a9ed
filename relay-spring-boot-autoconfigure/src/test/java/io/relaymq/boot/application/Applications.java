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
        return start(WebApplicationType.NONE, port, listeners, properties);
    }

    /** With a web server on a free port, which shows all of its management. */
    static ConfigurableApplicationContext startWeb(int port, Class<?> listeners, String... properties) {
        Stream<String> web = Stream.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.health.show-details=always",
                "management.endpoint.health.probes.enabled=true");
        return start(
                WebApplicationType.SERVLET,
                port,
                listeners,
                Stream.concat(web, Stream.of(properties)).toArray(String[]::new));
    }

    private static ConfigurableApplicationContext start(
            WebApplicationType type, int port, Class<?> listeners, String... properties) {
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
                .web(type)
                .registerShutdownHook(false)
                .run(Stream.concat(own, Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }
}
