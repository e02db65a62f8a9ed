package io.relaymq.benchmarks.peer;

import java.util.List;

/** All systems. */
public final class Peers {

    private static final List<Peer> ALL = List.of(
            new RelayPeer(),
            new LettucePeer(),
            new SpringDataPeer(),
            new RedissonStreamPeer(),
            new RedissonTopicPeer(),
            new NatsPeer(),
            new RabbitPeer());

    private Peers() {}

    /** Every one, in the order of tables. */
    public static List<Peer> all() {
        return ALL;
    }

    /** Those that need nothing but Redis. */
    public static List<Peer> onRedis() {
        return ALL.subList(0, 5);
    }

    /** Relay. */
    public static Peer relay() {
        return ALL.get(0);
    }
}
