package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Delivery;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A handler with the interceptors around it, the first one outermost. */
final class InterceptedHandler implements ListenerHandler {

    private final AsyncMessageHandler chain;
    private final Runnable open;
    private final Runnable close;

    InterceptedHandler(
            AsyncMessageHandler handler, List<DeliveryInterceptor> interceptors, Runnable open, Runnable close) {
        AsyncMessageHandler inner = handler;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            inner = around(interceptors.get(i), inner);
        }
        this.chain = inner;
        this.open = open;
        this.close = close;
    }

    private static AsyncMessageHandler around(DeliveryInterceptor interceptor, AsyncMessageHandler next) {
        return delivery -> interceptor.intercept(delivery, next);
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) throws Exception {
        return chain.handle(delivery);
    }

    @Override
    public void open() {
        open.run();
    }

    @Override
    public void close() {
        close.run();
    }
}
