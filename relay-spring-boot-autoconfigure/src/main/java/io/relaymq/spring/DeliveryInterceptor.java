package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Delivery;
import java.util.concurrent.CompletionStage;

/**
 * Stands around the handling of every delivery to a listener. Beans of this type are called in their order, the first one
 * outermost. Thread-safe.
 */
@FunctionalInterface
public interface DeliveryInterceptor {

    /**
     * Handles a delivery by {@code next.handle(delivery)}, or without it. The stage of a listener that does not answer one, and is
     * no batch, is complete when the call returns. One of a batch completes when the batch is done, on another thread.
     *
     * @return what decides how the delivery is settled, as for {@link AsyncMessageHandler}
     */
    CompletionStage<?> intercept(Delivery delivery, AsyncMessageHandler next) throws Exception;
}
