package io.relaymq.spring;

import io.relaymq.Delivery;

/**
 * Decides what a failure of a listener means; see {@link RelayListener#errorHandler()}. Thread-safe if the listener's
 * concurrency is above 1.
 */
@FunctionalInterface
public interface RelayListenerErrorHandler {

    /**
     * Called when the method threw, its stage failed, or it could not be called because an argument cannot be read. To return
     * means that the failure is dealt with: the delivery is settled. To throw, the same or another exception, has that one
     * judged as if the listener had thrown it: {@link io.relaymq.RejectMessageException},
     * {@link io.relaymq.RetryAfterException} and so on have their meaning.
     *
     * <p>Not called for what was given back ({@link io.relaymq.ReleaseMessageException}) and for what an {@link Acknowledgment} has
     * settled. Of a batch it is called for each delivery that fails. For a stage it is called on the thread that completed it.
     */
    void handle(Delivery delivery, Throwable failure) throws Exception;
}
