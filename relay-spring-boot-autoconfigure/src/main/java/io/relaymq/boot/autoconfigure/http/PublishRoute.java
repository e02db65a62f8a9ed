package io.relaymq.boot.autoconfigure.http;

import java.security.Principal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** {@code POST {base}/broadcast/{name}}: one message, or with {@code application/x-ndjson} one a line. */
final class PublishRoute {

    private static final MediaType NDJSON = MediaType.parseMediaType("application/x-ndjson");
    private static final int IN_FLIGHT = 64;

    private final Publishing publishing;
    private final Admission admission;
    private final int maxBodySize;

    PublishRoute(Publishing publishing, Admission admission, int maxBodySize) {
        this.publishing = publishing;
        this.admission = admission;
        this.maxBodySize = maxBodySize;
    }

    Mono<Void> handle(ServerWebExchange exchange, String broadcast) {
        admission.requireBroadcast(broadcast);
        MediaType type = requireKnownType(exchange.getRequest());
        return exchange.getPrincipal()
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(caller -> NDJSON.includes(type)
                        ? many(exchange, broadcast, caller.orElse(null))
                        : one(exchange, broadcast, caller.orElse(null)));
    }

    private static MediaType requireKnownType(ServerHttpRequest request) {
        MediaType type = contentType(request);
        if (type == null || !(isJson(type) || NDJSON.includes(type))) {
            throw new Problem(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "unsupported-type",
                    "Send application/json, or application/x-ndjson with one message a line, in UTF-8. Nothing was stored.");
        }
        return type;
    }

    private static @Nullable MediaType contentType(ServerHttpRequest request) {
        try {
            return request.getHeaders().getContentType();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isJson(MediaType type) {
        return MediaType.APPLICATION_JSON.includes(type)
                || "application".equals(type.getType()) && type.getSubtype().endsWith("+json");
    }

    private Mono<Void> one(ServerWebExchange exchange, String broadcast, @Nullable Principal caller) {
        String key = exchange.getRequest().getHeaders().getFirst("Idempotency-Key");
        return body(exchange.getRequest())
                .flatMap(body -> publishing.publish(caller, broadcast, body, key))
                .flatMap(answer -> {
                    ServerHttpResponse response = exchange.getResponse();
                    response.setStatusCode(answer.status());
                    response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
                    return write(response, EdgeJson.write(answer.members()));
                });
    }

    /** No more of it than the limit is ever held, whatever length it says it has. */
    private Mono<byte[]> body(ServerHttpRequest request) {
        if (request.getHeaders().getContentLength() > maxBodySize) {
            return Mono.error(tooLarge("body"));
        }
        return DataBufferUtils.join(request.getBody(), maxBodySize)
                .map(PublishRoute::bytes)
                .defaultIfEmpty(new byte[0]);
    }

    private Mono<Void> many(ServerWebExchange exchange, String broadcast, @Nullable Principal caller) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatus.OK);
        response.getHeaders().setContentType(NDJSON);
        response.getHeaders().set("X-Accel-Buffering", "no"); // its lines are read while others are sent
        Lines lines = new Lines(maxBodySize);
        Flux<byte[]> answers = exchange.getRequest()
                .getBody()
                .concatMapIterable(part -> lines.take(bytes(part)), 1)
                .concatWith(Mono.fromSupplier(lines::end))
                .filter(line -> !line.isBlank())
                .flatMapSequential(line -> answer(caller, broadcast, line), IN_FLIGHT, 1)
                .publishOn(StreamWriter.thread(response), IN_FLIGHT);
        return response.writeAndFlushWith(
                answers.map(answer -> Flux.just(response.bufferFactory().wrap(answer))));
    }

    private Mono<byte[]> answer(@Nullable Principal caller, String broadcast, Lines.Line line) {
        Mono<Publishing.Answer> published =
                line.whole() ? publishing.publish(caller, broadcast, line.text(), null) : Mono.error(tooLarge("line"));
        return published
                .onErrorResume(failure -> {
                    Problem problem = Problems.of(failure);
                    return Mono.just(new Publishing.Answer(problem.status(), problem.members()));
                })
                .map(answer -> line(line.number(), answer));
    }

    private static byte[] line(int number, Publishing.Answer answer) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("line", number);
        members.put("status", answer.status().value());
        members.putAll(answer.members());
        byte[] json = EdgeJson.write(members);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    private Problem tooLarge(String what) {
        return Problems.tooLarge(
                "The " + what + " is larger than " + maxBodySize + " bytes. Nothing of it was stored.");
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    static Mono<Void> write(ServerHttpResponse response, byte[] body) {
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
