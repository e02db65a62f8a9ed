package io.relaymq.internal.lease.model;

import io.relaymq.internal.lease.model.ModelState.Lease;
import io.relaymq.internal.lease.model.ModelState.Listed;
import io.relaymq.internal.lease.model.ModelState.Owner;
import io.relaymq.internal.lease.model.ModelState.Tries;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Swept;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One sweep: what nobody works on is due again. */
final class ModelSweep {

    private final ModelState state;
    private final Set<Slip> slips;
    private final Watch watch;
    private final SweepRequest request;
    private final long now;

    private final Set<String> listed = new HashSet<>();
    private final Set<String> startedByTheDead = new HashSet<>();
    private String clean;
    private int due;
    private int stalls;
    private int buried;

    ModelSweep(ModelState state, Set<Slip> slips, Watch watch, SweepRequest request, long now) {
        this.state = state;
        this.slips = slips;
        this.watch = watch;
        this.request = request;
        this.now = now;
        this.clean = state.frontier;
    }

    Swept run() {
        state.flight.values().forEach(this::note);
        boolean more = !sweepInbox();
        new ArrayList<>(state.taken.entrySet()).forEach(taken -> sweepTaken(taken.getKey(), taken.getValue()));
        if (!more) {
            state.swept = now;
            state.flight
                    .values()
                    .removeIf(lease -> lease.deadline() <= now && lease.deadline() < now - lease.lock());
        }
        return new Swept(Swept.Verdict.OK, due, stalls, buried, more);
    }

    private static boolean isLive(Lease lease, long now) {
        return lease.deadline() > now; // no sweep in the time of grace
    }

    private void note(Lease lease) {
        boolean live = isLive(lease, now);
        if (live && ModelState.ORDER.compare(lease.clean(), clean) < 0 && !slips.contains(Slip.CLEAN_IGNORED)) {
            clean = lease.clean();
        }
        for (Listed one : lease.listed()) {
            if (one.run() == 0 && live) {
                listed.add(one.id());
            } else if (one.run() == 0 && one.started()) {
                startedByTheDead.add(one.id());
            }
        }
    }

    /** An orphan is at or below every live consumer's clean, and on no live list. Returns whether none is left. */
    private boolean sweepInbox() {
        List<String> orphans = state.inbox.headMap(clean, true).keySet().stream()
                .filter(id -> !listed.contains(id))
                .toList();
        for (String id : orphans) {
            if (due + buried >= request.limit()) {
                break;
            }
            watch.takenAway(id, 0);
            boolean evidence = startedByTheDead.contains(id) || slips.contains(Slip.EVERY_ORPHAN_STALLS);
            if (survives(id, evidence)) {
                state.wait.put(id, state.inbox.remove(id));
                state.due.put(id, nextDue());
            }
        }
        return due + buried < request.limit();
    }

    private void sweepTaken(String id, Owner owner) {
        Lease lease = state.flight.get(owner.consumer());
        boolean live = lease != null && isLive(lease, now);
        Listed claim = lease == null
                ? null
                : lease.listed().stream()
                        .filter(one -> one.id().equals(id) && one.run() == owner.run())
                        .findAny()
                        .orElse(null);
        boolean underWay = live && owner.run() > lease.cleanRun() && !slips.contains(Slip.CLEAN_RUN_IGNORED);
        if (live && claim != null || underWay || slips.contains(Slip.TAKEN_NOT_SWEPT)) {
            return;
        }
        watch.takenAway(id, owner.run());
        boolean evidence = !live && (claim == null || claim.started()) || slips.contains(Slip.EVERY_ORPHAN_STALLS);
        if (survives(id, evidence)) {
            state.taken.remove(id);
            state.due.put(id, nextDue());
        }
    }

    private double nextDue() {
        due++;
        return now - 1 + Math.min(due, 1023) / 1024.0;
    }

    /** Counts a stall if there is evidence of one. False if it was one too many: then it is a dead letter. */
    private boolean survives(String id, boolean evidence) {
        if (!evidence) {
            return true;
        }
        stalls++;
        Tries tries = state.tries.getOrDefault(id, Tries.NONE);
        if (tries.stalls() < request.maxStalledCount()) {
            state.tries.put(id, new Tries(tries.attempts(), tries.stalls() + 1));
            return true;
        }
        buried++;
        watch.buriedAsStalled(id);
        state.dead.put(id, "stalled");
        for (Map<String, ?> kept : List.of(state.inbox, state.wait, state.due, state.taken, state.tries)) {
            kept.remove(id);
        }
        return false;
    }
}
