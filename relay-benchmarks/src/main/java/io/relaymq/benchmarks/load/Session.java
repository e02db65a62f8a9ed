package io.relaymq.benchmarks.load;

import java.util.concurrent.CompletionStage;

/** A publisher and all subscriptions, connected to a server and ready. */
public interface Session extends AutoCloseable {

    /** Sends a message; completes when the server has answered for it. Called by one thread. */
    CompletionStage<?> publish(String subject, byte[] body);

    /** Ends the publisher and the subscriptions. */
    @Override
    void close();
}
