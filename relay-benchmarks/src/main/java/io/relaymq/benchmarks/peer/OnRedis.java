package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import io.relaymq.benchmarks.server.Server;

/** What the systems on Redis have in common. */
interface OnRedis extends Peer {

    /** The stream of those that have one. */
    String STREAM = "log";

    @Override
    default String promise(Durability durability) {
        return durability == Durability.MEMORY ? "memory" : "AOF everysec";
    }

    @Override
    default RedisServer start(Durability durability) {
        return RedisServer.start(durability);
    }

    static String uri(Server server) {
        return ((RedisServer) server).uri();
    }
}
