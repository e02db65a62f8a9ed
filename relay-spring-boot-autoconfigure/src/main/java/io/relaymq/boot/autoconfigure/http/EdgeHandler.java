package io.relaymq.boot.autoconfigure.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** The way in: which route a request takes, and what is said if something goes wrong. Speaks to a servlet container and to WebFlux alike. */
final class EdgeHandler implements WebHandler {

    private static final Logger log = LoggerFactory.getLogger(EdgeHandler.class);
    private static final MediaType PROBLEM = MediaType.APPLICATION_PROBLEM_JSON;

    private final String prefix;
    private final Admission admission;
    private final PublishRoute publish;
    private final EventsRoute events;
    private final TailRoute tail;
    private final byte[] openApi;

    /** @param prefix what comes before the broadcast's name in the path that a request tells */
    EdgeHandler(
            String prefix,
            Admission admission,
            PublishRoute publish,
            EventsRoute events,
            TailRoute tail,
            byte[] openApi) {
        this.prefix = prefix;
        this.admission = admission;
        this.publish = publish;
        this.events = events;
        this.tail = tail;
        this.openApi = openApi;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return Mono.defer(() -> route(exchange)).onErrorResume(failure -> answer(exchange.getResponse(), failure));
    }

    private Mono<Void> route(ServerWebExchange exchange) {
        List<String> segments = segments(exchange);
        if (segments.size() == 1 && segments.get(0).equals("openapi.json") && isGet(exchange)) {
            return describe(exchange.getResponse());
        }
        if (segments.size() == 1) {
            return only(exchange, HttpMethod.POST, () -> publish.handle(exchange, segments.get(0)));
        }
        if (segments.size() == 2 && segments.get(1).equals("events")) {
            return stream(exchange, segments.get(0), caller -> events.handle(exchange, caller, segments.get(0)));
        }
        if (segments.size() == 2 && segments.get(1).equals("tail")) {
            return stream(exchange, segments.get(0), caller -> tail.handle(exchange, caller, segments.get(0)));
        }
        throw Problem.notFound();
    }

    private List<String> segments(ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().pathWithinApplication().value();
        if (!path.startsWith(prefix + "/")) {
            throw Problem.notFound();
        }
        return List.of(path.substring(prefix.length() + 1).split("/", -1)).stream()
                .map(EdgeHandler::decoded)
                .toList();
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("invalid-path", "The path has a broken escape.");
        }
    }

    private static boolean isGet(ServerWebExchange exchange) {
        return exchange.getRequest().getMethod().equals(HttpMethod.GET);
    }

    private static Mono<Void> only(ServerWebExchange exchange, HttpMethod method, Supplier<Mono<Void>> route) {
        if (exchange.getRequest().getMethod().equals(method)) {
            return route.get();
        }
        exchange.getResponse().getHeaders().set("Allow", method.name());
        throw new Problem(HttpStatus.METHOD_NOT_ALLOWED, "method-not-allowed", "Here is only " + method + ".");
    }

    private Mono<Void> stream(
            ServerWebExchange exchange, String broadcast, Function<@Nullable Principal, Mono<Void>> route) {
        return only(exchange, HttpMethod.GET, () -> {
            admission.requireBroadcast(broadcast);
            return exchange.getPrincipal()
                    .map(Optional::of)
                    .defaultIfEmpty(Optional.empty())
                    .flatMap(caller -> route.apply(caller.orElse(null)));
        });
    }

    private Mono<Void> describe(ServerHttpResponse response) {
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        return PublishRoute.write(response, openApi);
    }

    private static Mono<Void> answer(ServerHttpResponse response, Throwable failure) {
        if (response.isCommitted()) {
            log.debug("A client was gone before its response was complete", failure);
            return Mono.empty();
        }
        Problem problem = Problems.of(failure);
        response.setStatusCode(problem.status());
        response.getHeaders().setContentType(PROBLEM);
        response.getHeaders().setCacheControl("no-store");
        if (problem.retryAfter() != null) {
            response.getHeaders()
                    .set("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
        }
        return PublishRoute.write(response, EdgeJson.write(problem.members()));
    }
}
