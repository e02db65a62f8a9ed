package io.relaymq;

/** What a subscription's deliveries are given to. Called from several threads if the worker's concurrency is above 1. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Handles one delivery. To return settles it (ack); to throw, anything, counts an attempt and retries it by the
     * {@link RetryPolicy} until {@link WorkerOptions#maxAttempts()}, then it becomes a dead letter. A
     * {@link RejectMessageException} or {@link PayloadException} makes it a dead letter at once, a
     * {@link RetryAfterException} has it handled again later, and a {@link ReleaseMessageException} gives it back unrun.
     */
    void handle(Delivery delivery) throws Exception;
}
