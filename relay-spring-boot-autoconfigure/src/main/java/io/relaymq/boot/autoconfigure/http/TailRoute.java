package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Relay;
import io.relaymq.SubjectMatcher;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code GET {base}/broadcast/{name}/tail}: an ephemeral stream, resumed from the log by {@code Last-Event-ID}. */
final class TailRoute {

    private final Relay relay;
    private final Admission admission;
    private final Streams streams;
    private final int buffer;
    private final Duration patience;
    private final Executor blocking;
    private final LongSupplier nanoTime;
    private final Map<String, TailHub> hubs = new ConcurrentHashMap<>();

    TailRoute(
            Relay relay,
            Admission admission,
            Streams streams,
            int buffer,
            Duration patience,
            Executor blocking,
            LongSupplier nanoTime) {
        this.relay = relay;
        this.admission = admission;
        this.streams = streams;
        this.buffer = buffer;
        this.patience = patience;
        this.blocking = blocking;
        this.nanoTime = nanoTime;
    }

    Mono<Void> handle(ServerWebExchange exchange, @Nullable Principal caller, String name) {
        Query query = new Query(exchange.getRequest());
        query.allowOnly("subjects", "retained", "lastEventId");
        SubjectMatcher matcher = query.subjects();
        admission.requireSubscribe(caller, name, null, matcher.patterns());
        Cursor resume = query.lastEventId();
        boolean retained = query.flag("retained");
        streams.requireRoom();
        TailHub hub = hubs.computeIfAbsent(name, one -> new TailHub(relay.broadcast(one), buffer, nanoTime));
        return Mono.fromFuture(hub::start, true)
                .timeout(
                        patience,
                        Mono.error(() -> Problem.unavailable(
                                "redis-unavailable",
                                "Redis did not say within " + patience.toSeconds() + "s where the log stands.")))
                .flatMap(newest -> {
                    EventStream stream = streams.newStream();
                    TailClient client = new TailClient(hub, stream, matcher, resume != null ? resume : newest);
                    stream.add(Frame.CONNECTED);
                    streams.open(stream, Streams.Kind.TAIL, client::beat, client::end);
                    Runnable start = () -> {
                        stream.add(Frame.cursor(client.position().toString()));
                        client.start();
                    };
                    if (retained && resume == null) {
                        new RetainedFeed(hub.broadcast(), matcher.patterns(), newest, stream, blocking, start).start();
                    } else {
                        start.run();
                    }
                    return StreamWriter.write(exchange.getResponse(), stream);
                });
    }

    /** Readers that nobody has needed for a while end. */
    void runOnce() {
        hubs.values().forEach(TailHub::stopIfIdle);
    }

    /** Ends the readers. */
    void close() {
        hubs.values().forEach(TailHub::stop);
        hubs.clear();
    }
}
