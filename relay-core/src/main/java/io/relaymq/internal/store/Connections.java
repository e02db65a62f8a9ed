package io.relaymq.internal.store;

import java.util.List;

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

    /** The log of one broadcast, to be read. Sends nothing yet. */
    LogStore log(String broadcast);

    /** Broadcasts of the same one can be read together. */
    String server(String broadcast);

    /** A connection of its own for a blocking read of that process, to a {@link #server}; connects at its first read. */
    InboxReader newReader(String server, String process);

    /** Whether the shared connections stand. */
    boolean isConnected();

    /** What in the server's settings endangers messages, as far as it is known. */
    List<String> warnings();

    /** Closes what is shared; needs no answer. Commands under way fail. */
    @Override
    void close();
}
