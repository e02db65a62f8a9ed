package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.WorkerOptions;
import org.jspecify.annotations.Nullable;

/** What listeners that name this bean as their {@link RelayListener#containerFactory()} have in common. */
public interface RelayListenerContainerFactory {

    /**
     * Sets options: after the properties of the application, before those of the annotation. By default it sets none.
     *
     * @param broadcast the broadcast it listens to
     * @param subscription its subscription
     * @param options to be changed
     */
    default void configure(String broadcast, String subscription, WorkerOptions.Builder options) {}

    /** Puts something around the handler, inside the {@link DeliveryInterceptor}s. By default nothing. */
    default AsyncMessageHandler decorate(AsyncMessageHandler handler) {
        return handler;
    }

    /** The error handler of listeners that name none; by default there is none. */
    default @Nullable RelayListenerErrorHandler errorHandler() {
        return null;
    }
}
