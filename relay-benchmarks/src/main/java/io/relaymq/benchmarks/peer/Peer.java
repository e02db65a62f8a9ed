package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;

/** A system that can do the work: a server, and a client that uses it as its documentation says. */
public interface Peer {

    /** Short, for tables and the command line. */
    String name();

    /** Whether its server is on this machine. */
    default boolean isInstalled() {
        return true;
    }

    /** What a message survives, in the words of the system. */
    String promise(Durability durability);

    /** Starts its server. */
    Server start(Durability durability);

    /**
     * Connects a publisher and the subscriptions; returns when a message published from now on reaches all of them.
     *
     * @param server one that this peer has started
     */
    Session open(Server server, Durability durability, Work work, Receiver receiver) throws Exception;
}
