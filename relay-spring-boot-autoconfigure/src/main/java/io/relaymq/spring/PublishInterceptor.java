package io.relaymq.spring;

import io.relaymq.Message;

/**
 * Sees every message before {@link RelayTemplate} publishes it. Beans of this type are called in their order, on the thread
 * that publishes. Thread-safe.
 */
@FunctionalInterface
public interface PublishInterceptor {

    /**
     * Returns the message to publish: the same, or another one. What it throws comes out of the publish; nothing is stored.
     *
     * @param broadcast the broadcast's name
     */
    Message intercept(String broadcast, Message message);
}
