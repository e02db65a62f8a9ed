package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Relay;
import io.relaymq.spring.RelayConfigurationException;
import io.relaymq.spring.RelayHttpAuthorizer;
import io.relaymq.spring.RelayOperations;
import io.relaymq.spring.WorkerOptionsCustomizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.server.WebFilter;

/** Puts the edge together from its properties. */
final class EdgeParts {

    /** Before the mapping of static files, which takes every path. */
    static final int BEFORE_RESOURCES = Ordered.LOWEST_PRECEDENCE - 100;

    private static final Logger log = LoggerFactory.getLogger(EdgeParts.class);
    private static final String BROADCAST = "/broadcast";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final LongSupplier CLOCK = System::nanoTime;

    private final Relay relay;
    private final RelayOperations operations;
    private final RelayHttpProperties properties;
    private final RelayHttpAuthorizer authorizer;
    private final Environment environment;

    EdgeParts(
            Relay relay,
            RelayOperations operations,
            RelayHttpProperties properties,
            RelayHttpAuthorizer authorizer,
            Environment environment) {
        this.relay = relay;
        this.operations = operations;
        this.properties = properties;
        this.authorizer = authorizer;
        this.environment = environment;
    }

    HttpEdge edge(List<WorkerOptionsCustomizer> customizers) {
        if (authorizer instanceof OpenAuthorizer) {
            log.warn(
                    "Anybody who reaches this server may publish to and receive from the broadcasts {} over HTTP: no"
                            + " relay.http.authorities and no RelayHttpAuthorizer says who may",
                    broadcasts());
        }
        Executor waiting = EdgeThreads.waiting();
        Admission admission = new Admission(broadcasts(), authorizer);
        Streams streams =
                new Streams(properties.maxStreams(), properties.heartbeat(), properties.maxStreamAge(), CLOCK);
        int buffer = Math.toIntExact(properties.buffer().toBytes());
        DurableOptions durable = new DurableOptions("", "", customizers, PATIENCE, buffer);
        EventsRoute events = new EventsRoute(relay, admission, streams, durable, waiting, CLOCK);
        TailRoute tail = new TailRoute(relay, admission, streams, buffer, PATIENCE, waiting, CLOCK);
        Publishing publishing = new Publishing(operations, admission, new PublishRate(properties.publishRate(), CLOCK));
        PublishRoute publish = new PublishRoute(
                publishing, admission, Math.toIntExact(properties.maxBodySize().toBytes()));
        EdgeHandler handler = new EdgeHandler(prefix(), admission, publish, events, tail, openApi());
        return new HttpEdge(
                handler, streams, events, tail, properties.heartbeat().dividedBy(5));
    }

    private Set<String> broadcasts() {
        if (properties.broadcasts() != null) {
            return Set.copyOf(properties.broadcasts());
        }
        Set<String> known = new HashSet<>();
        known.add(environment.getProperty("relay.default-broadcast", "events"));
        Binder.get(environment)
                .bind("relay.broadcasts", Bindable.mapOf(String.class, Object.class))
                .ifBound(byName -> known.addAll(byName.keySet()));
        return known;
    }

    /** A servlet is not told the part of the path that it is mapped to. */
    private String prefix() {
        boolean servlet = ClassUtils.isPresent("jakarta.servlet.Servlet", null)
                && environment instanceof org.springframework.web.context.ConfigurableWebEnvironment;
        return servlet ? "" : path(properties);
    }

    private byte[] openApi() {
        try (InputStream in = Objects.requireNonNull(
                EdgeParts.class.getResourceAsStream("openapi.json"), "openapi.json beside this class")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String base = properties.basePath().isEmpty() ? "/" : properties.basePath();
            return text.replace("{base}", base).getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the description of the HTTP edge", e);
        }
    }

    static String path(RelayHttpProperties properties) {
        return properties.basePath() + BROADCAST;
    }

    static RelayHttpAuthorizer authorizer(RelayHttpProperties properties) {
        Map<String, RelayHttpProperties.Authority> authorities = properties.authorities();
        if (authorities.isEmpty()) {
            return new OpenAuthorizer();
        }
        if (!ClassUtils.isPresent("org.springframework.security.core.Authentication", null)) {
            throw new RelayConfigurationException(
                    "Property 'relay.http.authorities' is set, but Spring Security is not on the class path: nobody has an authority.",
                    "Add spring-boot-starter-security, or define a bean of type RelayHttpAuthorizer instead.",
                    null);
        }
        return new AuthorityAuthorizer(authorities);
    }

    static List<WebFilter> filters(RelayHttpProperties properties) {
        RelayHttpProperties.Cors cors = properties.cors();
        if (cors.allowedOrigins().isEmpty()) {
            return List.of();
        }
        CorsConfiguration configuration = new CorsConfiguration();
        configuration.setAllowedOrigins(cors.allowedOrigins());
        configuration.setAllowedMethods(List.of("GET", "POST"));
        configuration.setAllowedHeaders(List.of("*"));
        configuration.setAllowCredentials(cors.allowCredentials());
        configuration.setMaxAge(cors.maxAge());
        configuration.validateAllowCredentials();
        return List.of(new CorsWebFilter(exchange -> configuration));
    }
}
