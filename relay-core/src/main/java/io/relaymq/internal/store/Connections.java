package io.relaymq.internal.store;

/** The way to the datastore. For internal use. */
public interface Connections extends AutoCloseable {

    /** One broadcast. Sends nothing yet. */
    BroadcastStore broadcast(String name);

    /** The subscriptions of one broadcast. Sends nothing yet. */
    SubscriptionStore subscriptions(String broadcast);

    /** A connection of its own for a blocking read of that process; connects at its first read. */
    InboxReader newReader(String process);

    /** Whether the shared connection stands. */
    boolean isConnected();

    /** Closes what is shared; needs no answer. Commands under way fail. */
    @Override
    void close();
}
