package io.relaymq;

import org.jspecify.annotations.Nullable;

/**
 * A worker of this process does something else than before.
 *
 * @param change what happened
 * @param broadcast the broadcast's name
 * @param subscription the subscription's name
 * @param problem why it does not receive, in words; null but for {@link Change#FAILED}
 */
public record WorkerChanged(
        Change change,
        String broadcast,
        String subscription,
        @Nullable String problem) {

    /** What can happen to a worker. */
    public enum Change {
        /** It receives, for the first time. */
        STARTED,
        /** It does not receive, and keeps trying. May come before {@link #STARTED}. */
        FAILED,
        /** It receives again, after {@link #FAILED}. */
        RECOVERED,
        /** It starts no handler: it, or its subscription for all processes, was paused. */
        PAUSED,
        /** It starts handlers again, after {@link #PAUSED}. */
        RESUMED,
        /** It is closed, for good. */
        STOPPED
    }
}
