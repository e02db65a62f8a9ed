package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Relay;
import io.relaymq.StartFrom;
import io.relaymq.SubjectMatcher;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code GET {base}/broadcast/{name}/events}: a durable stream. */
final class EventsRoute {

    private final Relay relay;
    private final Admission admission;
    private final Streams streams;
    private final DurableOptions defaults;
    private final Executor blocking;
    private final LongSupplier nanoTime;
    private final Map<String, DurableHub> hubs = new ConcurrentHashMap<>();

    /** @param defaults without the names */
    EventsRoute(
            Relay relay,
            Admission admission,
            Streams streams,
            DurableOptions defaults,
            Executor blocking,
            LongSupplier nanoTime) {
        this.relay = relay;
        this.admission = admission;
        this.streams = streams;
        this.defaults = defaults;
        this.blocking = blocking;
        this.nanoTime = nanoTime;
    }

    Mono<Void> handle(ServerWebExchange exchange, @Nullable Principal caller, String name) {
        Query query = new Query(exchange.getRequest());
        query.allowOnly("subscription", "subjects", "startFrom");
        String subscription = query.text("subscription");
        if (subscription == null) {
            throw Problem.badRequest(
                            "missing-parameter",
                            "The parameter 'subscription' is missing: it names the durable subscription. A stream without one is"
                                    + " /tail.")
                    .with("parameter", "subscription");
        }
        SubjectMatcher matcher = query.subjects();
        StartFrom startFrom = startFrom(query);
        DurableOptions options = defaults.named(name, subscription);
        options.of(matcher.patterns(), startFrom); // a bad name is this client's fault, and touches nobody
        admission.requireSubscribe(caller, name, subscription, matcher.patterns());
        streams.requireRoom();
        EventStream stream = streams.newStream();
        stream.add(Frame.CONNECTED);
        DurableClients.Client client = new DurableClients.Client(stream, matcher);
        return Mono.fromFuture(
                        () -> CompletableFuture.supplyAsync(() -> join(options, client, startFrom), blocking), true)
                .flatMap(hub -> {
                    streams.open(
                            stream, Streams.Kind.EVENTS, () -> stream.send(Frame.HEARTBEAT), () -> leave(hub, client));
                    return StreamWriter.write(exchange.getResponse(), stream);
                })
                .doOnError(failure -> stream.end())
                .doOnCancel(stream::end);
    }

    private static StartFrom startFrom(Query query) {
        String text = query.text("startFrom");
        return text == null ? StartFrom.latest() : StartFrom.parse(text);
    }

    private DurableHub join(DurableOptions options, DurableClients.Client client, StartFrom startFrom) {
        String key = options.broadcast() + ":" + options.subscription();
        while (true) {
            DurableHub hub = hubs.computeIfAbsent(
                    key, one -> new DurableHub(relay.broadcast(options.broadcast()), options, nanoTime));
            if (hub.join(client, startFrom)) {
                return hub;
            }
            hubs.remove(key, hub);
        }
    }

    private void leave(DurableHub hub, DurableClients.Client client) {
        hub.leave(client);
        blocking.execute(hub::runOnce);
    }

    /** Looks after each subscription, on the threads that may wait. */
    void runOnce() {
        hubs.forEach((key, hub) -> blocking.execute(() -> {
            if (!hub.runOnce()) {
                hubs.remove(key, hub);
            }
        }));
    }

    void close() {
        hubs.values().forEach(DurableHub::close);
        hubs.clear();
    }
}
