package io.relaymq.spring;

import io.relaymq.WorkerOptions;

/**
 * A listener as it was declared, all text resolved.
 *
 * @param place where it was declared, for humans
 */
record ListenerEndpoint(
        String id,
        String place,
        String broadcast,
        WorkerOptions options,
        boolean autoStartup,
        ListenerHandler handler) {

    boolean sameSubscription(ListenerEndpoint other) {
        return broadcast.equals(other.broadcast) && options.subscription().equals(other.options.subscription());
    }
}
