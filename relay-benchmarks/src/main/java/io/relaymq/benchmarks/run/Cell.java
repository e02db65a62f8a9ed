package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.server.Durability;

/** A system and a piece of work: what one row of a table is about. */
public record Cell(Peer peer, Durability durability, Work work) {

    /** What the subscriptions want, as tables show it. */
    public static String share(Work work) {
        return Math.round(work.share() * 100) + " %";
    }

    @Override
    public String toString() {
        return peer.name() + " " + durability + " " + work;
    }
}
