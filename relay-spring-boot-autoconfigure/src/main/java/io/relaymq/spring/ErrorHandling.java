package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.ReleaseMessageException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks a listener's error handler, if it has one, what a failure means. */
record ErrorHandling(@Nullable RelayListenerErrorHandler handler) {

    /** What is left of a failure; null if it is dealt with. */
    @SuppressWarnings("CatchingUnchecked") // whatever the handler throws takes the place of the failure
    @Nullable
    Throwable judge(Delivery delivery, Throwable thrown) {
        Throwable failure = unwrapped(thrown);
        if (handler == null || failure instanceof ReleaseMessageException) {
            return failure;
        }
        try {
            handler.handle(delivery, failure);
            return null;
        } catch (Throwable other) {
            return other;
        }
    }

    /** Without what a chain of stages puts around it. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while ((failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }
}
