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
    private boolean more;

    ModelSweep(ModelState state, Set<Slip> slips, Watch watch, SweepRequest request, long now) {
        this.state = state;
        this.slips = slips;
        this.watch = watch;
        this.request = request;
        this.now = now;
        this.clean = state.frontier;
    }

    Swept run() {
        state.cutDeadlines(now);
        state.flight.values().forEach(this::note);
        sweepInbox();
        sweepTaken();
        if (!more) {
            state.swept = now;
            state.tidy = clean;
            state.flight.values().removeIf(this::isForgotten);
        }
        return new Swept(Swept.Verdict.OK, due, stalls, buried, more);
    }

    /** Dead for another lock-duration, and no copy is left of which its list says that it had started. */
    private boolean isForgotten(Lease lease) {
        boolean evidence = lease.listed().stream()
                .anyMatch(one -> one.run() == 0 && one.started() && ModelState.ORDER.compare(one.id(), clean) > 0);
        return lease.deadline() < now - lease.lock() && !evidence;
    }

    private boolean isFull() {
        more |= due + buried >= request.limit();
        return more;
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

    /** An orphan is at or below every live consumer's clean, and on no live list. */
    private void sweepInbox() {
        List<String> orphans = state.inbox.headMap(clean, true).keySet().stream()
                .filter(id -> !listed.contains(id))
                .toList();
        for (String id : orphans) {
            if (isFull()) {
                return;
            }
            watch.takenAway(id, 0);
            boolean evidence = startedByTheDead.contains(id) || slips.contains(Slip.EVERY_ORPHAN_STALLS);
            if (survives(id, evidence)) {
                state.wait.put(id, state.inbox.remove(id));
                state.due.put(id, nextDue());
            }
        }
        isFull();
    }

    private void sweepTaken() {
        for (Map.Entry<String, Owner> taken : new ArrayList<>(state.taken.entrySet())) {
            if (isFull()) {
                return;
            }
            sweepTaken(taken.getKey(), taken.getValue());
        }
    }

    /** Taken after its owner's last list, so the owner may have started it, or the reply was lost: it had it. */
    private void sweepTaken(String id, Owner owner) {
        Lease lease = state.flight.get(owner.consumer());
        boolean live = lease != null && isLive(lease, now);
        Listed claim = lease == null
                ? null
                : lease.listed().stream()
                        .filter(one -> one.id().equals(id) && one.run() == owner.run())
                        .findAny()
                        .orElse(null);
        boolean underWay = lease != null && owner.run() > lease.cleanRun() && !slips.contains(Slip.CLEAN_RUN_IGNORED);
        if (live && (claim != null || underWay) || slips.contains(Slip.TAKEN_NOT_SWEPT)) {
            return;
        }
        watch.takenAway(id, owner.run());
        boolean evidence =
                !live && (claim == null ? underWay : claim.started()) || slips.contains(Slip.EVERY_ORPHAN_STALLS);
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
        state.count("stalled", 1);
        Tries tries = state.tries.getOrDefault(id, Tries.NONE);
        if (tries.stalls() < request.maxStalledCount()) {
            state.tries.put(id, tries.stalled(now));
            return true;
        }
        buried++;
        watch.buriedAsStalled(id);
        state.dead.put(id, "stalled");
        state.count("dead", 1);
        for (Map<String, ?> kept : List.of(state.inbox, state.wait, state.due, state.taken, state.tries)) {
            kept.remove(id);
        }
        return false;
    }
}
