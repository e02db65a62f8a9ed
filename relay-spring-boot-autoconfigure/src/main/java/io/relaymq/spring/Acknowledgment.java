package io.relaymq.spring;

import io.relaymq.WorkerOptions;
import java.time.Duration;

/**
 * How a listener with {@code ackMode = "MANUAL"} settles its delivery, or all of its batch, from any thread. It is settled once:
 * every method but {@link #renew()} and {@link #isSettled()} throws {@link IllegalStateException} if it has been settled, or its
 * {@link WorkerOptions#handlerTimeout()} is over.
 *
 * <p>Until then the delivery stays in flight and keeps its slot, also when the method has returned, without end if there is no
 * {@code handler-timeout}. An exception of the method, or of the stage it returned, settles it as with {@code AUTO}; after it was
 * settled an exception changes nothing and is logged. The calls return at once, before Redis has answered.
 */
public interface Acknowledgment {

    /** It is done. */
    void ack();

    /** The attempt has failed: it is retried after the delay of the policy, or a dead letter after the last attempt. */
    void retry();

    /** As {@link #retry()}, as if the method had thrown that. */
    void retry(Throwable cause);

    /** It is handled again after the delay; no attempt is spent. */
    void retryAfter(Duration delay);

    /** It becomes a dead letter at once. */
    void deadLetter(String reason);

    /** It is given back as if it had not run; the next consumer runs it half a second later. */
    void release();

    /** Starts the {@code handler-timeout} anew. @return false if the delivery is not this process' own any more */
    boolean renew();

    /** Whether one of the others has been called, or the time is over. */
    boolean isSettled();
}
