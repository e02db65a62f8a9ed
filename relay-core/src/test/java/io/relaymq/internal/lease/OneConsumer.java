package io.relaymq.internal.lease;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.TakenEntry;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;

/** Tests of one consumer. Times are in seconds of the process's own clock; a lease lasts 30. */
abstract class OneConsumer {

    private static final long SECOND = 1_000_000_000;

    final Membership membership = new Membership("billing", "c1", 30_000);

    @BeforeEach
    void joins_at_0_with_frontier_10() {
        membership.join("e1");
        membership.kept(membership.beat(0), ok("10-0", 0));
    }

    static Kept ok(String frontier, long run) {
        return new Kept(Kept.Verdict.OK, frontier, run, false, false, -1, 0, 0, false, List.of());
    }

    static Kept lapsed(String frontier) {
        return new Kept(Kept.Verdict.OK, frontier, 0, true, false, -1, 0, 0, false, List.of());
    }

    static Entry entry(String id) {
        return new Entry(id, "orders.created", new byte[0], new byte[0], 0);
    }

    static TakenEntry taken(String id, long run, int stalls) {
        return new TakenEntry(entry(id), run, 0, stalls, 0);
    }

    final void reads(double second, String... ids) {
        long ticket = membership.startRead(at(second));
        membership.readDone(
                ticket, List.of(ids).stream().map(OneConsumer::entry).toList());
    }

    final void takes(double second, TakenEntry... entries) {
        membership.takeDone(membership.startTake(at(second)), List.of(entries));
    }

    final Beat beat(double second) {
        return membership.beat(at(second));
    }

    final boolean beats(double second, Kept reply) {
        return membership.kept(beat(second), reply);
    }

    final String listed(double second) {
        return beat(second).request().tokens();
    }

    final Held starts(long time) {
        return Objects.requireNonNull(membership.next(time));
    }

    static long at(double second) {
        return Math.round(second * SECOND);
    }
}
