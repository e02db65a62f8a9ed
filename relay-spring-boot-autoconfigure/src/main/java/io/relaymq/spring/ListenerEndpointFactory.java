package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.StartFrom;
import io.relaymq.WorkerOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From a declared listener to an endpoint: resolves every attribute, fills in defaults and checks. */
final class ListenerEndpointFactory {

    private static final Logger log = LoggerFactory.getLogger(ListenerEndpointFactory.class);

    /** What core allows. */
    private static final int MOST_CONCURRENCY = 10_000;

    /** What the attributes of one listener say, as far as several steps need it. */
    private record Draft(
            RelayListener annotation,
            String broadcast,
            String subscription,
            Map<String, String> properties,
            @Nullable RelayListenerContainerFactory common) {}

    private final TextResolver text;
    private final RelayListenerSettings settings;
    private final List<RelayInstrumentation> instrumentations;
    private final Attributes attributes;
    private final ListenerCallFactory calls;

    ListenerEndpointFactory(ListenerServices services, RelayListenerSettings settings) {
        this.text = services.text();
        this.settings = settings;
        this.instrumentations = services.instrumentations();
        this.attributes = new Attributes(text);
        this.calls = new ListenerCallFactory(services, attributes);
    }

    /**
     * @throws IllegalArgumentException if an attribute or the method is not valid
     */
    ListenerEndpoint create(ListenerDeclaration declared) {
        Draft draft = draft(declared);
        RelayListener annotation = draft.annotation();
        SubjectTemplates templates = attributes.templates(annotation.subjects());
        boolean byHand = Boolean.TRUE.equals(attributes.value("ackMode", annotation.ackMode(), Attributes::manual));
        ListenerCallFactory.Called called = calls.create(declared, templates, byHand);
        WorkerOptions.Builder options = WorkerOptions.of(draft.subscription(), templates.patterns());
        set(options, draft);
        ListenerEndpoint endpoint = new ListenerEndpoint(
                attributes.text("id", annotation.id(), declared.name()),
                declared.toString(),
                draft.broadcast(),
                sized(options, draft, called),
                !Boolean.FALSE.equals(attributes.value("autoStartup", annotation.autoStartup(), Attributes::bool)),
                handler(options.build(), draft, called));
        announce(endpoint, annotation.subscription().isEmpty());
        return endpoint;
    }

    private Draft draft(ListenerDeclaration declared) {
        RelayListener annotation = declared.annotation();
        return new Draft(
                annotation,
                attributes.text("broadcast", annotation.broadcast(), settings.defaultBroadcast()),
                attributes.text("subscription", annotation.subscription(), defaultSubscription(declared)),
                attributes.properties(annotation.properties()),
                attributes.bean(
                        "containerFactory", annotation.containerFactory(), RelayListenerContainerFactory.class));
    }

    /** Stable over restarts and the same in all processes of the application, in the alphabet of names. */
    private String defaultSubscription(ListenerDeclaration declared) {
        String name = text.text("${spring.application.name:}");
        return ((name.isEmpty() ? "application" : name) + "." + declared.name()).replaceAll("[^A-Za-z0-9_.-]", "-");
    }

    /** From the weakest to the strongest. */
    private void set(WorkerOptions.Builder options, Draft draft) {
        settings.customizers().forEach(one -> one.customize(draft.broadcast(), draft.subscription(), options));
        if (draft.common() != null) {
            draft.common().configure(draft.broadcast(), draft.subscription(), options);
        }
        Attributes.read("properties", draft.properties(), own -> {
            settings.properties().apply(draft.subscription(), own, options);
            return own;
        });
        Integer concurrency = attributes.value("concurrency", draft.annotation().concurrency(), Attributes::integer);
        if (concurrency != null) {
            options.concurrency(concurrency);
        }
        StartFrom startFrom = attributes.value("startFrom", draft.annotation().startFrom(), StartFrom::parse);
        if (startFrom != null) {
            options.startFrom(startFrom);
        }
    }

    /** The worker of batches hands out as many deliveries as all batches at a time can hold. */
    private WorkerOptions sized(WorkerOptions.Builder options, Draft draft, ListenerCallFactory.Called called) {
        int batches = options.build().concurrency();
        if (!called.arguments().isBatch()) {
            return options.build();
        }
        long deliveries = (long) batches * batchSize(draft);
        WorkerOptions sized = options.concurrency((int) Math.min(MOST_CONCURRENCY, deliveries))
                .build();
        options.concurrency(batches);
        return sized;
    }

    private int batchSize(Draft draft) {
        return settings.properties().batchSize(draft.subscription(), draft.properties());
    }

    private ListenerHandler handler(WorkerOptions options, Draft draft, ListenerCallFactory.Called called) {
        ErrorHandling errors = new ErrorHandling(errorHandler(draft));
        ListenerHandler inner = called.arguments().isBatch()
                ? new BatchHandler(
                        new InstrumentedBatchCall(called.call(), instrumentations),
                        called.arguments(),
                        errors,
                        new BatchQueue(batchSize(draft), options.concurrency()),
                        settings.batchExecutor())
                : new SingleHandler(called.call(), errors, called.arguments().byHand());
        AsyncMessageHandler decorated =
                draft.common() == null ? inner : draft.common().decorate(inner);
        return new InterceptedHandler(decorated, settings.interceptors(), inner::open, inner::close);
    }

    private @Nullable RelayListenerErrorHandler errorHandler(Draft draft) {
        RelayListenerErrorHandler own =
                attributes.bean("errorHandler", draft.annotation().errorHandler(), RelayListenerErrorHandler.class);
        return own != null || draft.common() == null ? own : draft.common().errorHandler();
    }

    private static void announce(ListenerEndpoint endpoint, boolean nameByDefault) {
        WorkerOptions options = endpoint.options();
        log.info(
                "Listener {} receives {} of broadcast '{}' as subscription '{}'{}",
                endpoint.place(),
                options.patterns().isEmpty() ? "every subject" : options.patterns(),
                endpoint.broadcast(),
                options.subscription(),
                nameByDefault ? " (the default name: set one before you rename anything)" : "");
    }
}
