package io.relaymq;

import java.time.Duration;
import java.util.List;

/**
 * A running Relay: one namespace on one Redis or Valkey, with two connections whatever the number of broadcasts and
 * workers. Made by {@code io.relaymq.bootstrap.RelayBuilder}; thread-safe; not to be implemented by users.
 */
public interface Relay extends AutoCloseable {

    /**
     * The broadcast of that name; always the same object for the same name. Nothing is sent to Redis yet.
     *
     * @param name 1 to 128 of {@code A-Z a-z 0-9 _ . -}
     * @throws IllegalArgumentException if the name is not of that form
     * @throws IllegalStateException if this Relay is closed
     */
    Broadcast broadcast(String name);

    /** The workers of this process that are not closed, in the order they were made. */
    List<BroadcastWorker> workers();

    /**
     * Whether the connection for commands stands; in a cluster, those of all broadcasts that are used, or one to the cluster
     * before any is. Says nothing about single workers: see {@link BroadcastWorker#status()}.
     */
    boolean isConnected();

    /**
     * What in the server's settings endangers messages, such as a {@code maxmemory-policy} that deletes keys; one sentence for
     * each, also logged once. Read when a connection is opened; empty before that, and where the server does not let
     * Relay ask ({@code INFO}).
     */
    List<String> warnings();

    /** {@link #close(Duration)} with {@link RelayOptions#closeTimeout()}. */
    @Override
    void close();

    /**
     * Closes all workers, then both connections. No handler starts after this begins; running ones are awaited up to
     * the timeout; what did not run is given back at once. Needs no answer of Redis to finish in time. Never throws;
     * a second call waits for the first.
     *
     * @param timeout how long to wait for running handlers and their settles
     */
    void close(Duration timeout);
}
