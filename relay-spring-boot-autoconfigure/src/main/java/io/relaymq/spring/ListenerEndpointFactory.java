package io.relaymq.spring;

import io.relaymq.StartFrom;
import io.relaymq.SubjectMatcher;
import io.relaymq.WorkerOptions;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From an annotated method to an endpoint: resolves every attribute, fills in defaults and checks. */
final class ListenerEndpointFactory {

    private static final Logger log = LoggerFactory.getLogger(ListenerEndpointFactory.class);

    private final TextResolver text;
    private final ArgumentResolvers arguments;
    private final RelayListenerRegistry registry;

    ListenerEndpointFactory(TextResolver text, ArgumentResolvers arguments, RelayListenerRegistry registry) {
        this.text = text;
        this.arguments = arguments;
        this.registry = registry;
    }

    /**
     * @throws IllegalArgumentException if an attribute or the method is not valid
     */
    ListenerEndpoint create(ListenerMethod method) {
        RelayListener annotation = method.annotation();
        String broadcast =
                orElse(attribute("broadcast", annotation.broadcast(), text::text), registry.defaultBroadcast());
        String subscription = attribute("subscription", annotation.subscription(), text::text);
        ListenerEndpoint endpoint = new ListenerEndpoint(
                orElse(attribute("id", annotation.id(), text::text), method.name()),
                method.toString(),
                broadcast,
                options(annotation, broadcast, orElse(subscription, defaultSubscription(method))),
                attribute("autoStartup", orElse(annotation.autoStartup(), "true"), this::bool),
                new ListenerInvoker(method, arguments.of(method)));
        announce(endpoint, subscription.isEmpty());
        return endpoint;
    }

    private WorkerOptions options(RelayListener annotation, String broadcast, String subscription) {
        List<String> patterns = attribute("subjects", annotation.subjects(), this::patterns);
        WorkerOptions.Builder options = registry.options(broadcast, subscription, patterns);
        if (!annotation.concurrency().isEmpty()) {
            options.concurrency(attribute("concurrency", annotation.concurrency(), this::integer));
        }
        if (!annotation.startFrom().isEmpty()) {
            options.startFrom(attribute("startFrom", annotation.startFrom(), this::startFrom));
        }
        return options.build();
    }

    /** Stable over restarts and the same in all processes of the application, in the alphabet of names. */
    private String defaultSubscription(ListenerMethod method) {
        String application = orElse(text.text("${spring.application.name:}"), "application");
        return (application + "." + method.name()).replaceAll("[^A-Za-z0-9_.-]", "-");
    }

    private static void announce(ListenerEndpoint endpoint, boolean nameByDefault) {
        WorkerOptions options = endpoint.options();
        log.info(
                "Listener {} receives {} of broadcast '{}' as subscription '{}'{}",
                endpoint.method(),
                options.patterns().isEmpty() ? "every subject" : options.patterns(),
                endpoint.broadcast(),
                options.subscription(),
                nameByDefault ? " (the default name: set one before you rename anything)" : "");
    }

    private List<String> patterns(String[] raw) {
        List<String> patterns =
                Arrays.stream(raw).flatMap(entry -> text.texts(entry).stream()).toList();
        return SubjectMatcher.compile(patterns).patterns();
    }

    private StartFrom startFrom(String raw) {
        return StartFrom.parse(text.text(raw));
    }

    private int integer(String raw) {
        String value = text.text(raw);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number, got: '" + value + "'", e);
        }
    }

    private boolean bool(String raw) {
        String value = text.text(raw);
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException("expected true or false, got: '" + value + "'");
        }
        return Boolean.parseBoolean(value);
    }

    /** Whatever is wrong with an attribute, the message says which one. */
    private static <R, T> T attribute(String name, R raw, Function<R, T> read) {
        try {
            return read.apply(raw);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("Attribute '" + name + "': " + e.getMessage(), e);
        }
    }

    private static String orElse(String value, String fallback) {
        return value.isEmpty() ? fallback : value;
    }
}
