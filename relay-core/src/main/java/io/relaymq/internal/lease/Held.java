package io.relaymq.internal.lease;

import io.relaymq.Message;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.Token;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this consumer holds, from the reply that brought it to the answer of its settle. Guarded by the lock
 * of its {@link Membership}; only the token and the epoch change, when the delivery comes back while it runs here, and the body goes
 * when it has ended.
 */
public final class Held {

    private volatile Entry entry;
    private final @Nullable String orderingKey;
    private final int attempt;
    private final int stalls;
    private final boolean redelivered;
    private final boolean replayed;
    private Token token;
    private String epoch;
    private boolean started;
    private boolean done;
    private boolean retained;
    private long arrival;

    Held(Entry entry, Token token, String epoch, int attempts, int stalls, boolean replayed) {
        this.entry = entry;
        this.orderingKey = HeaderText.value(entry.headers(), Message.ORDERING_KEY_HEADER);
        this.token = token;
        this.epoch = epoch;
        this.attempt = attempts + 1;
        this.stalls = stalls;
        this.redelivered = token.run() > 0;
        this.replayed = replayed;
    }

    public Entry entry() {
        return entry;
    }

    /** Of the deliveries of one key one runs at a time here; null = none. */
    public @Nullable String orderingKey() {
        return orderingKey;
    }

    /** The number of this attempt, from 1. */
    public int attempt() {
        return attempt;
    }

    /** Whether it may have been given to a handler before. */
    public boolean redelivered() {
        return redelivered;
    }

    /** Whether it is delivered again on purpose. */
    public boolean replayed() {
        return replayed;
    }

    /** Whether it is a value that was retained before the subscription was made. */
    public boolean retained() {
        return retained;
    }

    void retain(boolean retained) {
        this.retained = retained;
    }

    /** Whether it has stalled before: then no other such is run beside it. */
    public boolean suspect() {
        return stalls > 0;
    }

    /**
     * Whether it may have ended the process that ran it before: it comes from wait, and no attempt that failed says why. Before
     * it starts, its consumer's list is to say that it does.
     */
    public boolean isDoubtful() {
        return stalls > 0 || redelivered && !replayed && attempt == 1;
    }

    Token token() {
        return token;
    }

    String epoch() {
        return epoch;
    }

    /** Its place among those that came to wait here. */
    long arrival() {
        return arrival;
    }

    void arrive(long arrival) {
        this.arrival = arrival;
    }

    boolean started() {
        return started;
    }

    void start() {
        started = true;
    }

    /** Whether it was handled, and nothing of it is to run again. */
    boolean isDone() {
        return done;
    }

    /** Nobody needs its body any more, and the settle may take its time. */
    void end(boolean done) {
        this.done = done;
        entry = entry.withoutBody();
    }

    void adopt(Held newer) {
        token = newer.token;
        epoch = newer.epoch;
    }
}
