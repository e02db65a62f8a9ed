package io.relaymq.internal.lease.model;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.Token;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** Asks two datastores the same, and fails when they do not answer or store the same. */
final class PairedDatastore implements Datastore {

    private final long seed;
    private final Datastore model;
    private final Datastore other;
    private int steps;

    PairedDatastore(long seed, Datastore model, Datastore other) {
        this.seed = seed;
        this.model = model;
        this.other = other;
    }

    private <T> T both(String what, Function<Datastore, T> step) {
        return both(what, step, Object::toString);
    }

    private <T> T both(String what, Function<Datastore, T> step, Function<T, String> text) {
        steps++;
        T expected = step.apply(model);
        T actual = step.apply(other);
        check(what, text.apply(expected), text.apply(actual));
        if (steps % 500 == 0) {
            state();
        }
        return expected;
    }

    private void check(String what, String expected, String actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("Schedule " + seed + ", step " + steps + ", " + what + "\n  the model:   "
                    + expected + "\n  the scripts: " + actual + "\nbefore: " + model.state());
        }
    }

    @Override
    public String open(String nonce, long cap) {
        return both("open", server -> server.open(nonce, cap));
    }

    @Override
    public Published publish(boolean wanted) {
        return both("publish", server -> server.publish(wanted));
    }

    @Override
    public List<Entry> read(int count) {
        return both(
                "read " + count,
                server -> server.read(count),
                entries -> entries.stream().map(PairedDatastore::text).toList().toString());
    }

    private static String text(Entry entry) {
        return entry.id() + " " + entry.subject() + " " + entry.headers().length + " " + entry.data().length;
    }

    @Override
    public Kept keep(KeepRequest request) {
        return both(request.toString(), server -> server.keep(request));
    }

    @Override
    public Taken take(Holder holder, int limit, long lockMillis, boolean holdsSuspect) {
        return both(
                "take " + limit + " for " + holder,
                server -> server.take(holder, limit, lockMillis, holdsSuspect),
                taken -> taken.verdict()
                        + taken.entries().stream()
                                .map(one -> text(one.entry()) + " run " + one.run() + " after " + one.attempts() + ", "
                                        + one.stalls())
                                .toList()
                                .toString());
    }

    @Override
    public Swept sweep(SweepRequest request) {
        return both("sweep", server -> server.sweep(request));
    }

    @Override
    public Settled settle(Holder holder, List<Token> tokens) {
        return both("settle " + tokens + " of " + holder, server -> server.settle(holder, tokens));
    }

    @Override
    public Settled fail(Holder holder, Failure failure) {
        return both(failure + " of " + holder, server -> server.fail(holder, failure));
    }

    @Override
    public Settled release(Holder holder, List<Token> tokens) {
        return both("release " + tokens + " of " + holder, server -> server.release(holder, tokens));
    }

    @Override
    public void leave(Holder holder) {
        model.leave(holder);
        other.leave(holder);
    }

    @Override
    public void snapshot() {
        model.snapshot();
        other.snapshot();
    }

    @Override
    public void failover() {
        model.failover();
        other.failover();
        state();
    }

    @Override
    public SortedSet<String> state() {
        SortedSet<String> expected = model.state();
        SortedSet<String> actual = other.state();
        if (!expected.equals(actual)) {
            Set<String> missing = new TreeSet<>(expected);
            missing.removeAll(actual);
            actual.removeAll(expected);
            check("what is stored", missing.toString(), actual.toString());
        }
        return expected;
    }

    @Override
    public void close() {
        other.close();
    }
}
