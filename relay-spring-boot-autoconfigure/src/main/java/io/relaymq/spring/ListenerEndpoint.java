package io.relaymq.spring;

import io.relaymq.MessageHandler;
import io.relaymq.WorkerOptions;

/**
 * A listener as it was declared, all text resolved.
 *
 * @param method the method, for humans
 */
record ListenerEndpoint(
        String id,
        String method,
        String broadcast,
        WorkerOptions options,
        boolean autoStartup,
        MessageHandler handler) {

    boolean sameSubscription(ListenerEndpoint other) {
        return broadcast.equals(other.broadcast) && options.subscription().equals(other.options.subscription());
    }
}
