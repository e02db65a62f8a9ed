package io.relaymq.benchmarks.load;

/** The handler of every subscription; thread-safe. */
public interface Receiver {

    /** A message has come to a subscription; when this returns it may be acked. */
    void received(int subscription, String subject, byte[] body);
}
