package io.relaymq.boot.autoconfigure.http;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerResponse;

/** Sends a stream as a response: each chunk is asked for when the one before has been written and flushed. */
final class StreamWriter {

    private static final boolean NETTY =
            ClassUtils.isPresent("reactor.netty.http.server.HttpServerResponse", StreamWriter.class.getClassLoader());

    private static final boolean SERVLET =
            ClassUtils.isPresent("jakarta.servlet.ServletOutputStream", StreamWriter.class.getClassLoader());

    private StreamWriter() {}

    /** Completes when the stream has ended and the connection is free. */
    static Mono<Void> write(ServerHttpResponse response, EventStream stream) {
        HttpHeaders headers = response.getHeaders();
        response.setStatusCode(HttpStatus.OK);
        headers.setContentType(MediaType.TEXT_EVENT_STREAM);
        headers.setCacheControl("no-cache");
        headers.set("X-Accel-Buffering", "no");
        return send(response, stream).doFinally(signal -> stream.end());
    }

    private static Mono<Void> send(ServerHttpResponse response, EventStream stream) {
        if (SERVLET && nativeResponse(response) instanceof ServletStreamResponse servlet) {
            return servlet.write(response.getHeaders(), stream);
        }
        Scheduler thread = thread(response);
        Flux<Publisher<DataBuffer>> chunks = Flux.generate(sink -> {
            if (stream.isEnded()) {
                sink.complete();
            } else { // not a Mono: that would be a whole response to some servers
                sink.next(stream.next()
                        .publishOn(thread)
                        .map(response.bufferFactory()::wrap)
                        .flux());
            }
        });
        Mono<Void> aborted = stream.aborted().doOnTerminate(() -> disconnect(response));
        return Mono.firstWithSignal(response.writeAndFlushWith(chunks), aborted);
    }

    /**
     * On which it is to be told what is to be written: with Netty that of the connection, which asks for more. If it is told on another one, what was asked for
     * can be lost between two pieces, and nothing is written any more (seen with Reactor 3.8.6, in {@code FluxConcatArray}).
     */
    static Scheduler thread(ServerHttpResponse response) {
        if (!NETTY || !(nativeResponse(response) instanceof HttpServerResponse netty)) {
            return Schedulers.immediate();
        }
        AtomicReference<Scheduler> thread = new AtomicReference<>(Schedulers.immediate());
        netty.withConnection(connection ->
                thread.set(Schedulers.fromExecutor(connection.channel().eventLoop())));
        return requireNonNull(thread.get());
    }

    private static void disconnect(ServerHttpResponse response) {
        if (NETTY && nativeResponse(response) instanceof HttpServerResponse netty) {
            netty.withConnection(Connection::dispose);
        }
    }

    private static Object nativeResponse(ServerHttpResponse response) {
        ServerHttpResponse inner = response;
        while (inner instanceof ServerHttpResponseDecorator decorator) {
            inner = decorator.getDelegate();
        }
        return inner instanceof AbstractServerHttpResponse server ? server.getNativeResponse() : inner;
    }
}
