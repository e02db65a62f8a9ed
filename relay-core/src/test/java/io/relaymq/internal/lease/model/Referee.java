package io.relaymq.internal.lease.model;

import io.relaymq.internal.lease.model.ModelState.Lease;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Watches a schedule and says what must not have happened. */
final class Referee implements Watch {

    private static final long REMEMBERED = 400_000;
    private static final long AFTER_FAILOVER = 200_000;

    private final World world;
    private final List<String> published = new ArrayList<>();
    private final Set<String> poison = new HashSet<>();
    private final Set<String> gone = new HashSet<>(); // lost with a failover
    private final Set<String> handled = new HashSet<>();
    private final Map<String, Set<Process>> running = new HashMap<>();
    private final Map<String, Integer> losses = new HashMap<>(); // how often its consumer died or lost it
    private final Map<String, Long> excused = new HashMap<>(); // taken away for a reason, then
    private final Set<String> lapsed = new HashSet<>(); // taken away rightly
    private final Map<String, Long> orphaned = new HashMap<>();
    private final Map<Violation, Integer> violations = new EnumMap<>(Violation.class);
    private final Map<Violation, String> first = new EnumMap<>(Violation.class);
    private final List<Double> takeovers = new ArrayList<>();
    private long lastOutage = Long.MIN_VALUE / 2;
    private long failoverExcuse = -1;
    private long lastDeath;
    private boolean failedOver;

    Referee(World world) {
        this.world = world;
    }

    private long now() {
        return world.time.now();
    }

    private void violated(Violation violation, String what) {
        violations.merge(violation, 1, Integer::sum);
        first.putIfAbsent(violation, "at " + now() + " ms: " + what);
    }

    // ---- what happens

    void published(String id, boolean isPoison) {
        published.add(id);
        if (isPoison) {
            poison.add(id);
        }
    }

    int publishedCount() {
        return published.size();
    }

    boolean isPoison(String id) {
        return poison.contains(id);
    }

    void outage(long until) {
        lastOutage = until;
    }

    void failover(int publishedBefore) {
        failedOver = true;
        gone.addAll(published.subList(publishedBefore, published.size()));
        failoverExcuse = now() + 2 * Plan.LOCK;
        world.processes.forEach(process -> process.held().forEach(id -> excused.put(id, now() + AFTER_FAILOVER)));
    }

    void started(Process process, String id) {
        for (Process other : running.computeIfAbsent(id, key -> new LinkedHashSet<>())) {
            if (other == process) {
                violated(Violation.TWICE_IN_ONE_PROCESS, id);
            } else if (other.isAwake() && excused.getOrDefault(id, Long.MIN_VALUE) <= now() - REMEMBERED) {
                violated(Violation.TWO_OWNERS, id);
            }
        }
        running.get(id).add(process);
    }

    void ended(Process process, String id, boolean wasHandled) {
        running.get(id).remove(process);
        if (wasHandled) {
            handled.add(id);
        }
    }

    void died(Process process) {
        lastDeath = now();
        process.held().forEach(id -> orphaned.put(id, now()));
        for (String id : process.started()) {
            running.getOrDefault(id, new HashSet<>()).remove(process);
            losses.merge(id, 1, Integer::sum);
        }
    }

    // ---- what the datastore does

    @Override
    public void takenAway(String id, long run) {
        noteTakeover(id);
        List<Process> holders = world.processes.stream()
                .filter(process -> process.holds(id, run))
                .toList();
        if (holders.isEmpty()) {
            lapsed.add(id);
        }
        for (Process holder : holders) {
            takenAway(id, holder);
        }
    }

    private void takenAway(String id, Process holder) {
        Lease lease = world.stored().flight.get(holder.name);
        if (!holder.isAwake()) {
            takenRightly(id, holder);
        } else if (lease == null || lease.deadline() <= world.serverNow()) {
            if (now() - lastOutage < Plan.LOCK) {
                violated(Violation.LAPSED_BY_OUTAGE, id + " of " + holder.name);
                excused.put(id, now());
            } else {
                takenRightly(id, holder); // its own beats did not get through
            }
        } else if (now() >= failoverExcuse) {
            violated(Violation.TAKEN_FROM_LIVE, id + " of " + holder.name);
        }
        excused.merge(id, now(), Math::max);
    }

    private void takenRightly(String id, Process holder) {
        lapsed.add(id);
        if (holder.hasStarted(id)) {
            losses.merge(id, 1, Integer::sum);
        }
    }

    private void noteTakeover(String id) {
        Long death = orphaned.remove(id);
        if (death != null && world.plan.only(Fault.KILL)) {
            // when for a while nobody at all was alive, nothing lapsed
            boolean alone = world.stored().grace > world.serverNow() - (now() - death);
            double late = (now() - death - Plan.LOCK - (alone ? Plan.LOCK : 0)) / (double) world.plan.interval();
            takeovers.add(late);
            if (late > 2 && lastDeath == death) { // the clean of another dead one holds back what lies above it
                violated(Violation.LATE_TAKEOVER, id + " by " + late + " intervals");
            }
        }
    }

    @Override
    public void buriedAsStalled(String id) {
        if (poison.contains(id)) {
            return;
        }
        if (world.plan.only(Fault.POISON)) {
            violated(Violation.NEIGHBOUR_BURIED, id);
        }
        if (losses.getOrDefault(id, 0) <= Plan.MAX_STALLED) {
            violated(Violation.UNJUST_STALL, id + " with " + losses.getOrDefault(id, 0) + " losses");
        }
    }

    // ---- the end

    void judge() {
        published.stream().filter(id -> !gone.contains(id)).forEach(this::judge);
    }

    private void judge(String id) {
        ModelState state = world.stored();
        boolean dead = state.dead.containsKey(id);
        boolean dropped = state.dropped.containsKey(id);
        if (state.inbox.containsKey(id) || state.wait.containsKey(id)) {
            violated(Violation.STUCK, id + (state.wait.containsKey(id) ? " in wait" : " in the inbox"));
        } else if (!handled.contains(id) && !dead && !dropped) {
            violated(Violation.LOST, id);
        } else if (!failedOver) {
            boolean both = handled.contains(id) && dead && !lapsed.contains(id);
            if (both || dropped && (handled.contains(id) || dead)) {
                violated(Violation.TWO_ENDS, id + " " + (dropped ? "dropped" : state.dead.get(id)));
            }
        }
    }

    Outcome outcome(long seed) {
        ModelState state = world.stored();
        return new Outcome(
                seed,
                published.size(),
                handled.size(),
                state.dead.size(),
                state.dropped.size(),
                violations,
                first,
                takeovers);
    }
}
