package io.relaymq.internal.lease.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Many schedules, one seed each. For a long one: {@code -Drelay.model.schedules=20000}; for a certain one:
 * {@code -Drelay.model.schedules=1 -Drelay.model.seed=4711}.
 */
final class Campaign {

    private static final Set<Violation> NEVER =
            EnumSet.of(Violation.LOST, Violation.STUCK, Violation.TAKEN_FROM_LIVE, Violation.TWICE_IN_ONE_PROCESS);
    private static final Set<Violation> STALLS = EnumSet.of(Violation.UNJUST_STALL, Violation.NEIGHBOUR_BURIED);

    private final String name;
    private final long firstSeed;
    private final int schedules;
    private final Map<Violation, Map<List<Fault>, Integer>> counts = new EnumMap<>(Violation.class);
    private final List<String> broken = new ArrayList<>();
    private final List<Double> takeovers = new ArrayList<>();
    private long messages;
    private int done;

    private Campaign(String name, long firstSeed, int schedules) {
        this.name = name;
        this.firstSeed = firstSeed;
        this.schedules = schedules;
    }

    static Campaign of(String name, int schedules) {
        long seed = Long.getLong("relay.model.seed", 0);
        int number = Integer.getInteger("relay.model.schedules", schedules);
        System.out.println(name + ": " + number + " schedules, -Drelay.model.seed=" + seed);
        return new Campaign(name, seed, number);
    }

    void run(LongFunction<Outcome> schedule) {
        run(schedule, Long.MAX_VALUE);
    }

    /** Ends early when the time is over, unless a number of schedules was asked for. */
    void run(LongFunction<Outcome> schedule, long nanos) {
        long start = System.nanoTime();
        long limit = Integer.getInteger("relay.model.schedules") == null ? nanos : Long.MAX_VALUE;
        for (long seed = firstSeed; seed < firstSeed + schedules && System.nanoTime() - start < limit; seed++) {
            note(schedule.apply(seed));
        }
        System.out.println(this);
    }

    private void note(Outcome outcome) {
        List<Fault> faults = Fault.classOf(outcome.seed());
        done++;
        messages += outcome.messages();
        takeovers.addAll(outcome.takeovers());
        outcome.violations().forEach((violation, number) -> {
            counts.computeIfAbsent(
                            violation,
                            key -> new TreeMap<>((a, b) -> a.toString().compareTo(b.toString())))
                    .merge(faults, number, Integer::sum);
            if (!isTolerated(violation, faults)) {
                broken.add(violation + " " + number + " times in schedule " + outcome.seed() + " " + faults + ", first "
                        + outcome.first().get(violation));
            }
        });
    }

    /**
     * What the rules do not exclude: anything but a loss after a failover or where all goes wrong at once; and a few stalls
     * too many where consumers die or lose their leases again and again while replies of takes are under way, for then nobody
     * can say what they had started.
     */
    private static boolean isTolerated(Violation violation, List<Fault> faults) {
        boolean mixed = faults.size() > 2 || faults.contains(Fault.FAILOVER);
        boolean againAndAgain = faults.contains(Fault.SLOW) || faults.contains(Fault.POISON);
        return !NEVER.contains(violation) && (mixed || againAndAgain && STALLS.contains(violation));
    }

    List<String> broken() {
        return broken;
    }

    @Override
    public String toString() {
        takeovers.sort(null);
        String late = takeovers.isEmpty()
                ? ""
                : String.format(
                        ", take-over of %d: p50 %.2f p99 %.2f max %.2f",
                        takeovers.size(),
                        takeovers.get(takeovers.size() / 2),
                        takeovers.get(takeovers.size() * 99 / 100),
                        takeovers.get(takeovers.size() - 1));
        return name + ": " + done + " schedules, " + messages + " messages, " + counts + late;
    }
}
