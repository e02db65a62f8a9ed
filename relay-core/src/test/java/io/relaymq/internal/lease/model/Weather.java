package io.relaymq.internal.lease.model;

import java.util.List;

/** Lets things go wrong, at random times. */
final class Weather {

    private final World world;
    private final Chance chance;

    Weather(World world) {
        this.world = world;
        this.chance = world.chance;
    }

    void begin() {
        world.time.at(chance.millis(5, 40), this::strike);
    }

    private void strike() {
        if (world.isDraining()) {
            return;
        }
        strike(chance.one(world.plan.faults()));
        world.time.after(chance.exponential(world.plan.faultGap()), this::strike);
    }

    private void strike(Fault fault) {
        List<Process> processes = world.processes;
        Process process = processes.isEmpty() ? null : chance.one(processes);
        switch (fault) {
            case OUTAGE -> world.goAway(chance.one(3_000L, 15_000L, 40_000L, 70_000L));
            case CLOCK -> world.moveClock(chance.one(-100_000L, -40_000L, 40_000L, 100_000L));
            case FAILOVER -> world.failover(chance.millis(.1, 3));
            case LOST, SLOW, POISON -> {} // these are always there
            case KILL, PAUSE, CLOSE -> {
                if (process != null) {
                    strike(fault, process);
                }
            }
        }
    }

    private void strike(Fault fault, Process process) {
        if (fault == Fault.KILL) {
            world.kill(process);
        } else if (fault == Fault.PAUSE) {
            long about = chance.one(5L, 20L, 35L, 50L, 90L);
            process.pauseUntil(world.time.now() + chance.millis(.8 * about, 1.2 * about));
        } else if (!process.closing) {
            process.deliver(() -> world.close(process));
        }
    }
}
