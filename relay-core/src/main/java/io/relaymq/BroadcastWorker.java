package io.relaymq;

import java.time.Duration;

/**
 * Runs a handler for one subscription in this process. Nothing but {@link #close()} ends it: after any fault of Redis
 * it goes on by itself. Thread-safe; not to be implemented by users.
 */
public interface BroadcastWorker extends AutoCloseable {

    /** What a worker is doing. */
    enum State {
        /** Not yet joined to its subscription, or joining again after a fault; {@link WorkerStatus#problem()} says why. */
        JOINING,
        /** Receives and runs deliveries. */
        RUNNING,
        /** Paused: joined, but starts no handler until {@link #resume()}. */
        PAUSED,
        /** Closing: running handlers are awaited. */
        CLOSING,
        /** Ended for good. */
        CLOSED
    }

    /** The broadcast's name. */
    String broadcast();

    /** The subscription's name. */
    String subscription();

    /** What it was made with. */
    WorkerOptions options();

    /** What it is doing now. */
    State state();

    /** A snapshot for health and metrics; never asks Redis. */
    WorkerStatus status();

    /**
     * Stops starting handlers in this process. Running ones finish; what was fetched and has not started is given back.
     * Has no effect on other processes. Idempotent.
     */
    void pause();

    /** Ends {@link #pause()}. Idempotent. */
    void resume();

    /**
     * Waits until the worker is joined to its subscription, that is: until a message published from now on will reach it.
     *
     * @return false if the time passed first
     */
    boolean awaitReady(Duration timeout);

    /** {@link #close(Duration)} with the worker's {@link WorkerOptions#closeTimeout()}. */
    @Override
    void close();

    /**
     * No handler starts after this begins; running ones are awaited up to the timeout, their settles are sent, what did
     * not run is given back, and the consumer is removed from Redis if it holds nothing. What still runs when the time
     * is over is run again elsewhere after its lease. The subscription stays. Never throws; idempotent.
     */
    void close(Duration timeout);
}
