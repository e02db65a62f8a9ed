package io.relaymq.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One fault once: load, fault, load, drain, compare. */
final class Run {

    private static final long SHORTEST_MILLIS = 2_000;

    private final Fault fault;
    private final Plan plan;
    private final long seed;

    Run(Fault fault, Plan plan, long seed) {
        this.fault = fault;
        this.plan = plan;
        this.seed = seed;
    }

    Outcome run() {
        Path directory = newDirectory();
        Outcome outcome;
        try (Rig rig = new Rig(directory, fault.setup(), plan, seed)) {
            outcome = run(rig);
        }
        if (outcome.problems().isEmpty() && !Boolean.getBoolean("keep")) {
            delete(directory);
            return outcome;
        }
        outcome.problems().add("logs and output in " + directory + ", seed " + seed);
        return outcome;
    }

    private Outcome run(Rig rig) {
        rig.startConsumers();
        rig.startPublisher();
        long began = System.currentTimeMillis();
        Pause.millis(Math.max(SHORTEST_MILLIS, plan.seconds() * 250L) + rig.random.nextInt(500));
        List<String> problems = new ArrayList<>();
        try {
            fault.action().strike(rig);
        } catch (RuntimeException e) {
            problems.add("fault: " + e);
        }
        if (rig.overAt() == 0) {
            rig.over();
        }
        long left = began + plan.seconds() * 1_000L - System.currentTimeMillis();
        Pause.millis(Math.max(SHORTEST_MILLIS + 2_000, left));
        rig.publisher().tell("stop");
        if (rig.publisher().awaitEnd() == CampaignPublisher.NEVER_ANSWERED) {
            problems.add("publishes that never ended");
        }
        long loadEnd = System.currentTimeMillis();
        problems.addAll(new Drain(rig).await());
        Ledger ledger = new Ledger(rig.children().stream().map(Child::log).toList());
        return new Verdict(rig, fault.toll(), ledger, problems).outcome(loadEnd);
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("relay-campaign-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
