package io.relaymq.internal.lease.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** One schedule: three processes of one subscription, a datastore, and what goes wrong between them. */
final class World {

    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    final Timeline time = new Timeline();
    final Chance chance;
    final Plan plan;
    final Set<Slip> slips;
    final Referee referee;
    final Datastore server;
    final BlockingReads reads = new BlockingReads(this);
    final List<Process> processes = new ArrayList<>();
    double failing;

    private final ModelDatastore model;
    private final String epoch;
    private final Weather weather;
    private long clockOffset;
    private long awayUntil;
    private boolean draining;
    private int names;

    private World(long seed, Set<Slip> slips, Optional<Other> other) {
        this.slips = slips;
        chance = new Chance(seed);
        plan = Plan.of(seed, chance);
        failing = plan.failing();
        referee = new Referee(this);
        model = new ModelDatastore(this::serverNow, slips, referee);
        server = other.<Datastore>map(one -> new PairedDatastore(seed, model, one.with(this::serverNow)))
                .orElse(model);
        epoch = server.open(chance.nonce(), plan.cap());
        weather = new Weather(this);
    }

    /** A schedule on the model alone. */
    static Outcome run(long seed, Set<Slip> slips) {
        return new World(seed, slips, Optional.empty()).run(seed);
    }

    /** A schedule on the model and another datastore side by side. */
    static Outcome run(long seed, Other other) {
        World world = new World(seed, Set.of(), Optional.of(other));
        try (Datastore used = world.server) {
            return world.run(seed);
        }
    }

    /** Makes an empty datastore whose clock is given. */
    interface Other {
        Datastore with(LongSupplier clock);
    }

    private Outcome run(long seed) {
        for (int i = 0; i < 3; i++) {
            join();
        }
        time.at(500, this::publish);
        weather.begin();
        time.at(Plan.RUN, this::drain);
        while (!isAtRest() && time.step(Plan.RUN + Plan.DRAIN)) {
            // the next event
        }
        server.state();
        referee.judge();
        return referee.outcome(seed);
    }

    private void drain() {
        draining = true;
        failing = 0;
        processes.forEach(process -> process.pauseAtMost(time.now() + 50_000));
    }

    private boolean isAtRest() {
        ModelState state = model.stored();
        return time.now() > Plan.RUN + 60_000
                && state.inbox.isEmpty()
                && state.wait.isEmpty()
                && processes.stream().allMatch(Process::isIdle);
    }

    boolean isDraining() {
        return draining;
    }

    ModelState stored() {
        return model.stored();
    }

    long serverNow() {
        return EPOCH_MILLIS + time.now() + clockOffset;
    }

    // ---- the network

    long delay() {
        return !draining && chance.of(plan.slow()) ? chance.millis(1, 45) : chance.exponential(.02);
    }

    boolean losesReply() {
        return !draining && chance.of(plan.lost());
    }

    boolean isAway() {
        return time.now() < awayUntil;
    }

    void whenBack(Runnable action) {
        time.at(awayUntil, action);
    }

    void goAway(long millis) {
        awayUntil = Math.max(awayUntil, time.now() + millis);
        referee.outage(awayUntil);
    }

    void moveClock(long millis) {
        clockOffset += millis;
        referee.outage(time.now());
    }

    // ---- processes and messages

    private void join() {
        Process process = new Process(this, "c" + ++names, epoch);
        processes.add(process);
        process.start();
    }

    void kill(Process process) {
        if (process.isAlive()) {
            referee.died(process);
            process.die(chance.of(.7));
            processes.remove(process);
            time.after(chance.millis(.5, 20), this::join);
        }
    }

    void close(Process process) {
        process.close();
        process.after(chance.millis(0, 20), () -> {
            process.leave();
            kill(process);
        });
    }

    private void publish() {
        if (draining) {
            return;
        }
        boolean wanted = chance.of(.7);
        Runnable append = () -> {
            Datastore.Published published = server.publish(wanted);
            if (wanted) {
                boolean poison = plan.faults().contains(Fault.POISON) && chance.of(.02);
                referee.published(published.id(), poison);
                reads.serve();
            }
        };
        if (isAway()) {
            whenBack(append);
        } else {
            append.run();
        }
        time.after(chance.exponential(plan.publishGap()), this::publish);
    }

    /** The last writes are lost, and every connection. */
    void failover(long lostMillis) {
        server.snapshot();
        int published = referee.publishedCount();
        time.after(lostMillis, () -> {
            server.failover();
            processes.forEach(Process::loseConnection);
            referee.failover(published);
            reads.serve();
        });
    }
}
