package io.relaymq.internal.lease.model;

import io.relaymq.internal.lease.model.ModelState.Lease;
import io.relaymq.internal.lease.model.ModelState.Listed;
import io.relaymq.internal.lease.model.ModelState.Owner;
import io.relaymq.internal.lease.model.ModelState.Tries;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.TakenEntry;
import io.relaymq.internal.store.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.LongSupplier;

/** The rules of the hand-over in plain Java: what the scripts have to do. One subscription, in memory. */
final class ModelDatastore implements Datastore {

    private static final byte[] NONE = {};

    private final LongSupplier clock;
    private final Set<Slip> slips;
    private final Watch watch;
    private ModelState state = new ModelState();
    private ModelState replica = new ModelState();

    ModelDatastore(LongSupplier clock, Set<Slip> slips, Watch watch) {
        this.clock = clock;
        this.slips = slips;
        this.watch = watch;
    }

    ModelState stored() {
        return state;
    }

    // ---- messages

    @Override
    public String open(String nonce, long cap) {
        state.epoch = nonce;
        state.cap = cap;
        return nonce;
    }

    @Override
    public Published publish(boolean wanted) {
        String id = state.nextId(clock.getAsLong());
        String subject = wanted ? WANTED : UNWANTED;
        state.log.put(id, subject);
        if (wanted) {
            state.inbox.put(id, subject);
        }
        int trimmed = 0;
        int drops = 0;
        while (state.cap > 0 && state.log.size() > state.cap) {
            String oldest = state.log.pollFirstEntry().getKey();
            trimmed++;
            if (isUnread(oldest) && state.inbox.remove(oldest) != null && !slips.contains(Slip.DROPS_UNCOUNTED)) {
                state.dropped.put(oldest, "");
                state.droppedAt = clock.getAsLong();
                drops++;
            }
        }
        return new Published(id, wanted ? 1 : 0, trimmed, drops);
    }

    private boolean isUnread(String id) {
        return ModelState.ORDER.compare(id, state.frontier) > 0;
    }

    @Override
    public List<Entry> read(int count) {
        List<Entry> entries = state.inbox.tailMap(state.frontier, false).entrySet().stream()
                .limit(count)
                .map(entry -> new Entry(entry.getKey(), entry.getValue(), NONE, NONE, 0))
                .toList();
        if (!entries.isEmpty()) {
            state.frontier = entries.get(entries.size() - 1).id();
        }
        return entries;
    }

    // ---- leases

    /** Somebody is alive. A gap in which nobody could be, or a step back of the clock: nothing lapses for one lock-duration. */
    private long beat(long lock) {
        long now = clock.getAsLong();
        boolean gap = state.lastBeat >= 0 && now - state.lastBeat > lock / 2;
        boolean back = state.lastBeat >= 0 && now < state.lastBeat - 1000;
        if ((gap || back) && !slips.contains(Slip.NO_GRACE)) {
            state.grace = now + lock;
        }
        state.lastBeat = now;
        return now;
    }

    private boolean isLive(Lease lease, long now) {
        return lease.deadline() > now || now < state.grace;
    }

    private boolean lives(String consumer, long now) {
        Lease lease = state.flight.get(consumer);
        return lease != null && isLive(lease, now);
    }

    private boolean isOther(Holder holder) {
        return !holder.epoch().equals(state.epoch);
    }

    @Override
    public Kept keep(KeepRequest request) {
        if (isOther(request.holder())) {
            return Kept.of(Kept.Verdict.JOIN);
        }
        long now = beat(request.lockMillis());
        String consumer = request.holder().consumer();
        boolean lapsed = !lives(consumer, now);
        Lease before = state.flight.get(consumer);
        if (before != null && before.number() > request.number()) {
            return Kept.of(Kept.Verdict.OLD);
        }
        List<Listed> listed = request.tokens().isEmpty()
                ? List.of()
                : List.of(request.tokens().split(" ")).stream().map(Listed::of).toList();
        long deadline = now + request.lockMillis();
        state.flight.put(
                consumer,
                new Lease(
                        deadline, request.lockMillis(), request.number(), request.clean(), request.cleanRun(), listed));
        double due = state.due.values().stream().min(Comparator.naturalOrder()).orElse(-1.0);
        long dueIn = due < 0 ? -1 : Math.max(0, (long) Math.ceil(due - now));
        return new Kept(
                Kept.Verdict.OK,
                state.frontier,
                state.counted("runs"),
                lapsed,
                false,
                dueIn,
                state.wait.size(),
                now,
                false,
                List.of("orders.*"));
    }

    @Override
    public void leave(Holder holder) {
        state.flight.remove(holder.consumer());
    }

    // ---- deliveries that run again

    @Override
    public Taken take(Holder holder, int limit, long lockMillis, boolean holdsSuspect) {
        if (isOther(holder)) {
            return new Taken(Taken.Verdict.JOIN, List.of());
        }
        long now = beat(lockMillis);
        if (!lives(holder.consumer(), now)) {
            return new Taken(Taken.Verdict.LAPSED, List.of());
        }
        boolean suspect = holdsSuspect;
        List<TakenEntry> entries = new ArrayList<>();
        for (String id : dueAt(now)) {
            Tries tries = state.tries.getOrDefault(id, Tries.NONE);
            boolean suspicious = tries.stalls() > 0 && !slips.contains(Slip.SUSPECTS_TOGETHER);
            if (entries.size() < limit && !(suspicious && suspect)) {
                suspect |= suspicious;
                state.due.remove(id);
                state.count("runs", 1);
                long run = state.counted("runs");
                state.taken.put(id, new Owner(holder.consumer(), run));
                Entry entry = new Entry(id, state.wait.get(id), NONE, NONE, 0);
                entries.add(new TakenEntry(entry, run, tries.attempts(), tries.stalls(), 0));
            }
        }
        return new Taken(Taken.Verdict.OK, entries);
    }

    private List<String> dueAt(long now) {
        return state.due.entrySet().stream()
                .filter(due -> due.getValue() <= now)
                .sorted(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public Swept sweep(SweepRequest request) {
        if (!request.epoch().equals(state.epoch)) {
            return new Swept(Swept.Verdict.JOIN, 0, 0, 0, false);
        }
        long now = beat(request.lockMillis());
        if (now < state.grace) {
            state.cutDeadlines(now);
            return new Swept(Swept.Verdict.GRACE, 0, 0, 0, false);
        }
        if (state.swept <= now && now - state.swept < request.intervalMillis()) {
            return new Swept(Swept.Verdict.EARLY, 0, 0, 0, false);
        }
        return new ModelSweep(state, slips, watch, request, now).run();
    }

    // ---- results

    /** A copy in the inbox is anybody's who was handed it; what was taken is its owner's. */
    private boolean owns(Holder holder, Token token) {
        if (token.run() == 0) {
            return state.inbox.containsKey(token.id());
        }
        Owner owner = state.taken.get(token.id());
        boolean own = new Owner(holder.consumer(), token.run()).equals(owner);
        if (!own && owner != null && slips.contains(Slip.LATE_RESULTS_COUNT)) {
            watch.takenAway(token.id(), owner.run());
            return true;
        }
        return own;
    }

    private void forget(String id) {
        state.inbox.remove(id);
        state.wait.remove(id);
        state.due.remove(id);
        state.taken.remove(id);
        state.tries.remove(id);
    }

    private void waitUntil(String id, double due) {
        String subject = state.inbox.remove(id);
        if (subject != null) {
            state.wait.put(id, subject);
        }
        state.taken.remove(id);
        state.due.put(id, due);
    }

    @Override
    public Settled settle(Holder holder, List<Token> tokens) {
        if (isOther(holder)) {
            return new Settled(false, 0, tokens.size());
        }
        int done = 0;
        for (Token token : tokens) {
            if (owns(holder, token)) {
                forget(token.id());
                done++;
            }
        }
        state.count("acked", done);
        state.count("late", tokens.size() - done);
        return new Settled(true, done, tokens.size() - done);
    }

    @Override
    public Settled fail(Holder holder, Failure failure) {
        if (isOther(holder)) {
            return new Settled(false, 0, 1);
        }
        String id = failure.token().id();
        if (!owns(holder, failure.token())) {
            state.count("late", 1);
            return new Settled(true, 0, 1);
        }
        Tries tries = state.tries.getOrDefault(id, Tries.NONE);
        Long delay = failure.delayMillis();
        if (delay == null) {
            state.dead.put(id, failure.cause());
            state.count("dead", 1);
            forget(id);
        } else {
            waitUntil(id, clock.getAsLong() + delay);
            state.tries.put(id, tries.failed(clock.getAsLong(), failure.spent()));
            state.count("retried", 1);
        }
        return new Settled(true, 1, 0);
    }

    @Override
    public Settled release(Holder holder, List<Token> tokens) {
        if (isOther(holder)) {
            return new Settled(false, 0, tokens.size());
        }
        int done = 0;
        for (int i = 0; i < tokens.size(); i++) {
            if (owns(holder, tokens.get(i))) {
                waitUntil(tokens.get(i).id(), clock.getAsLong() - 1 + Math.min(i, 1023) / 1024.0);
                done++;
            }
        }
        state.count("released", done);
        return new Settled(true, done, tokens.size() - done);
    }

    // ---- the replica, and what is stored

    @Override
    public void snapshot() {
        replica = new ModelState(state);
    }

    @Override
    public void failover() {
        String lastId = state.lastId;
        state = new ModelState(replica);
        state.lastId = lastId;
    }

    @Override
    public SortedSet<String> state() {
        return state.lines(SUBSCRIPTION);
    }
}
