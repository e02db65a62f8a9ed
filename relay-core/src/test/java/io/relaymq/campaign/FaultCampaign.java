package io.relaymq.campaign;

import io.relaymq.embedded.RedisBinary;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Strikes a running system with every fault there is, several times each, and counts: consumers and publishers in processes of
 * their own, numbered messages, and every publish and every run of a handler in a log. Prints a table; fails if a promise is broken.
 *
 * <p>System properties: {@code repeats} (3), {@code seconds} of load a run (20), {@code rate} a second (500), {@code seed}
 * (random), {@code only} (names of faults).
 */
public final class FaultCampaign {

    private static final PrintStream OUT = System.out;
    private static final String HEAD = """
            | fault | runs | ok | unknown (stored) | failed | lost | taken by Redis | duplicates | longest gap s | recovery s | caught up s | dead | unread drops |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|
            """;

    private FaultCampaign() {}

    public static void main(String[] args) {
        int repeats = Integer.getInteger("repeats", 3);
        Plan plan = new Plan(Integer.getInteger("seconds", 20), Integer.getInteger("rate", 500));
        long seed = Long.getLong("seed", System.nanoTime() & 0xffffff);
        OUT.printf(
                "%s, Java %s, %s %s, %d processors; %d/s, %d s a run, lock-duration %d s, stalled-interval %d s, seed %d%n",
                RedisBinary.find().orElseThrow(),
                Runtime.version(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                plan.perSecond(),
                plan.seconds(),
                Setup.LOCK.toSeconds(),
                Setup.STALLED.toSeconds(),
                seed);
        Map<Fault, Outcome> outcomes = new LinkedHashMap<>();
        for (Fault fault : chosen()) {
            for (int i = 0; i < repeats; i++) {
                Outcome outcome = new Run(fault, plan, seed + i).run();
                OUT.println(row(fault, outcome));
                outcome.problems().forEach(problem -> OUT.println("  ! " + problem));
                outcomes.merge(fault, outcome, Outcome::and);
            }
        }
        OUT.println();
        OUT.print(HEAD);
        outcomes.forEach((fault, outcome) -> OUT.println(row(fault, outcome)));
        long broken = outcomes.values().stream()
                .filter(outcome -> !outcome.problems().isEmpty())
                .count();
        if (broken > 0) {
            throw new IllegalStateException("Promises broken under " + broken + " of " + outcomes.size() + " faults");
        }
    }

    private static List<Fault> chosen() {
        List<String> only = List.of(System.getProperty("only", "").split(","));
        return Faults.ALL.stream()
                .filter(fault -> only.get(0).isEmpty() || only.contains(fault.name()))
                .toList();
    }

    private static String row(Fault fault, Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d (%d) | %d | %d | %d | %d | %.1f | %.1f | %.1f | %d | %d |",
                fault.title(),
                outcome.runs(),
                outcome.ok(),
                outcome.unknown(),
                outcome.recovered(),
                outcome.failed(),
                outcome.lost(),
                outcome.takenByRedis(),
                outcome.duplicates(),
                outcome.gap() / 1_000.0,
                outcome.recovery() / 1_000.0,
                outcome.caughtUp() / 1_000.0,
                outcome.dead(),
                outcome.drops());
    }
}
