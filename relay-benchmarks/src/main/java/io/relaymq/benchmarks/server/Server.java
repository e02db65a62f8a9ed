package io.relaymq.benchmarks.server;

/** A server of a run's own, on loopback. */
public interface Server extends AutoCloseable {

    /** Its name and version. */
    String version();

    /** Where it listens, on 127.0.0.1. */
    int port();

    /** What it has used so far. */
    Usage usage();

    /** Stops it and deletes what it stored. */
    @Override
    void close();
}
