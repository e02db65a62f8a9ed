package io.relaymq.internal.store;

/** The way to the datastore. For internal use. */
public interface Connections extends AutoCloseable {

    /** One broadcast. Sends nothing yet. */
    BroadcastStore broadcast(String name);

    /** The subscriptions of one broadcast. Sends nothing yet. */
    SubscriptionStore subscriptions(String broadcast);

    /** The delayed messages of one broadcast. Sends nothing yet. */
    DelayedStore delayed(String broadcast);

    /** The retained values of one broadcast. Sends nothing yet. */
    RetainedStore retained(String broadcast);

    /** A connection of its own for a blocking read; connects at its first read. */
    InboxReader newReader();

    /** Whether the shared connection stands. */
    boolean isConnected();

    /** Closes what is shared; needs no answer. Commands under way fail. */
    @Override
    void close();
}
