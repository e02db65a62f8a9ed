package io.relaymq.internal.consume;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What became of a stage. */
final class Stages {

    private static final Logger log = LoggerFactory.getLogger(Stages.class);

    private Stages() {}

    /** The future that can be asked and cancelled; null if all that a stage can do is tell. */
    static @Nullable CompletableFuture<?> future(CompletionStage<?> stage) {
        return stage instanceof CompletableFuture<?> future && tells(future) ? future : null;
    }

    private static boolean tells(CompletableFuture<?> future) {
        try {
            return future.isDone() || !future.isCancelled();
        } catch (RuntimeException e) { // a minimal stage refuses
            return false;
        }
    }

    /** Why a future that is done has failed; null if it has not. */
    static @Nullable Throwable failure(CompletableFuture<?> done) {
        if (!done.isCompletedExceptionally()) {
            return null;
        }
        CompletableFuture<@Nullable Throwable> failure = done.handle((value, thrown) -> thrown);
        return unwrapped(failure.join());
    }

    /** Cancels; what is run by that is user code. */
    static void cancel(CompletableFuture<?> future) {
        try {
            future.cancel(true);
        } catch (RuntimeException | Error e) {
            log.warn("A handler's future could not be cancelled when its time was over", e);
        }
    }

    /** Without the wrapping that a chain of stages puts around what was thrown. */
    static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
