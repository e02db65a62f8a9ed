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
import java.util.SortedSet;

/**
 * What a datastore does for one subscription of one broadcast, each call one atomic step. Its time is virtual. Two of them
 * that are asked the same must answer the same, to the letter.
 */
public interface Datastore extends AutoCloseable {

    String SUBSCRIPTION = "billing";

    /** The subject of messages that the subscription wants. */
    String WANTED = "orders.created";

    String UNWANTED = "weather.changed";

    /** Declares the broadcast with its cap (0 = none) and makes the subscription. Returns its epoch. */
    String open(String nonce, long cap);

    Published publish(boolean wanted);

    /** One read of the inbox that does not wait. */
    List<Entry> read(int count);

    Kept keep(KeepRequest request);

    Taken take(Holder holder, int limit, long lockMillis, boolean holdsSuspect);

    Swept sweep(SweepRequest request);

    Settled settle(Holder holder, List<Token> tokens);

    Settled fail(Holder holder, Failure failure);

    Settled release(Holder holder, List<Token> tokens);

    void leave(Holder holder);

    /** Remembers the present state as a replica would have it. */
    void snapshot();

    /** A replica that has only the remembered state takes over. Ids that were given out are not given out again. */
    void failover();

    /** What is stored of deliveries and leases, as text: a line for each element of each key. */
    SortedSet<String> state();

    /** Forgets everything. */
    @Override
    default void close() {}

    /** The reply of a publish. */
    record Published(String id, int copies, long trimmed, long drops) {}
}
