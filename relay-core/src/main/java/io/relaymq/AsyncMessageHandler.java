package io.relaymq;

import java.util.concurrent.CompletionStage;

/**
 * What a subscription's deliveries are given to if handling them ends later than the call: a future, a reactive chain, a
 * coroutine. While a stage is not complete its delivery occupies one of {@link WorkerOptions#concurrency()}, but no thread.
 * Called from several threads if that is above 1.
 */
@FunctionalInterface
public interface AsyncMessageHandler {

    /**
     * Begins to handle one delivery. When the stage completes it is settled: normally, with whatever value, as if a
     * {@link MessageHandler} had returned; exceptionally as if one had thrown that (of a {@code CompletionException} or
     * {@code ExecutionException}, its cause). To throw is the same as a stage that failed; to return null fails the attempt.
     *
     * <p>{@link WorkerOptions#handlerTimeout()} runs until the stage completes; when it is over, a {@code CompletableFuture}
     * is cancelled, and what comes of the stage later changes nothing.
     *
     * <p>The thread that completes the stage does nothing for Relay but hand over: what follows runs on the threads of handlers.
     * A stage must not wait for its own worker to close.
     */
    CompletionStage<?> handle(Delivery delivery) throws Exception;
}
