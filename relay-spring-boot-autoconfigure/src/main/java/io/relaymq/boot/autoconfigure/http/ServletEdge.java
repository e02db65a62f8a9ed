package io.relaymq.boot.autoconfigure.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.http.server.reactive.ServletHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

/** The edge in a servlet container: a servlet of its own that reads and writes without holding a thread. */
final class ServletEdge {

    private ServletEdge() {}

    static ServletRegistrationBean<ServletHttpHandlerAdapter> servlet(
            HttpEdge edge, List<WebFilter> filters, String path) {
        WebHttpHandlerBuilder builder = WebHttpHandlerBuilder.webHandler(edge.handler())
                .filter(ServletEdge::withCaller)
                .filter(ServletEdge::whenReady)
                .filters(all -> all.addAll(filters));
        ServletRegistrationBean<ServletHttpHandlerAdapter> servlet =
                new ServletRegistrationBean<>(new Adapter(builder.build()), path + "/*");
        servlet.setName("relayHttp");
        servlet.setAsyncSupported(true);
        return servlet;
    }

    /** Who the filters before the servlet have found to be logged in. */
    private static Mono<Void> withCaller(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        HttpServletRequest servletRequest = ServerHttpRequestDecorator.getNativeRequest(request);
        return chain.filter(exchange.mutate()
                .principal(Mono.justOrEmpty(servletRequest.getUserPrincipal()))
                .build());
    }

    /** Nothing of the response is written before the container has the request back. */
    private static Mono<Void> whenReady(ServerWebExchange exchange, WebFilterChain chain) {
        ServletStreamResponse response = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        exchange.getResponse().beforeCommit(response::ready);
        return chain.filter(exchange);
    }

    /** Whose responses can become streams. */
    private static final class Adapter extends ServletHttpHandlerAdapter {

        Adapter(HttpHandler handler) {
            super(handler);
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
            ContainerGuard guard = new ContainerGuard();
            super.service(
                    guard.listenTo((HttpServletRequest) request),
                    new ServletStreamResponse((HttpServletResponse) response, guard));
        }
    }
}
