package io.relaymq.benchmarks.server;

/** What a published message survives. Never compared with one another. */
public enum Durability {
    /** The life of the server. */
    MEMORY,
    /** A crash of the server, and of the machine but for the last seconds: written to a file, synchronised now and then. */
    FILE
}
