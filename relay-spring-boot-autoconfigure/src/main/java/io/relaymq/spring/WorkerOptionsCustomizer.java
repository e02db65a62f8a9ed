package io.relaymq.spring;

import io.relaymq.WorkerOptions;

/**
 * Sets options of listeners' workers that neither annotation nor property can express, such as a retry policy of one's own.
 * All beans of this type are called in their order, after the properties and before the attributes of the annotation.
 */
@FunctionalInterface
public interface WorkerOptionsCustomizer {

    /**
     * Called once for each listener, when the application starts.
     *
     * @param broadcast the broadcast it listens to
     * @param subscription its subscription
     * @param options to be changed
     */
    void customize(String broadcast, String subscription, WorkerOptions.Builder options);
}
