package io.relaymq.internal.lease.model;

import io.relaymq.internal.lease.Beat;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.KeepRequest;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.SweepRequest;
import io.relaymq.internal.store.Taken;
import io.relaymq.internal.store.TakenEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One process: drives a real {@link Membership} as the engine does, over two simulated connections. While it is paused
 * nothing happens in it; what came meanwhile happens when it goes on.
 */
final class Process {

    final String name;
    boolean closing;

    private final World world;
    private final Membership membership;
    private final Link link;
    private final Results results;
    private final Deque<Runnable> mail = new ArrayDeque<>();
    private final Map<String, Long> queued = new HashMap<>(); // what the membership has queued: id -> run number
    private BlockingReads.Read outstanding;
    private String frontier = "0-0";
    private boolean alive = true;
    private long pausedUntil;

    Process(World world, String name, String epoch) {
        this.world = world;
        this.name = name;
        membership = new Membership(Datastore.SUBSCRIPTION, name, Plan.LOCK);
        membership.join(epoch);
        link = new Link(world);
        results = new Results(world, this, membership);
    }

    void start() {
        deliver(this::beats);
        world.time.after(world.chance.millis(0, 2), () -> deliver(this::takes));
        world.time.after(world.chance.millis(0, world.plan.interval() / 1000.0), () -> deliver(this::sweeps));
    }

    // ---- being alive

    boolean isAwake() {
        return alive && world.time.now() >= pausedUntil;
    }

    void pauseUntil(long time) {
        pausedUntil = time;
        world.time.at(time, this::work);
    }

    void pauseAtMost(long time) {
        if (pausedUntil > time) {
            pauseUntil(time);
        }
    }

    void die(boolean seen) {
        alive = false;
        if (outstanding != null && seen) {
            outstanding.cut();
        }
    }

    /** The datastore's side of the connection ends; the process notices by its own time limits. */
    void loseConnection() {
        if (outstanding != null) {
            outstanding.cut();
        }
    }

    boolean isAlive() {
        return alive;
    }

    void deliver(Runnable letter) {
        mail.add(letter);
        work();
    }

    private void work() {
        while (isAwake() && !mail.isEmpty()) {
            mail.remove().run();
        }
    }

    void after(long millis, Runnable action) {
        world.time.after(millis, () -> deliver(action));
    }

    <T> void send(Supplier<T> command, Consumer<T> reply) {
        link.send(command, reply, this::deliver);
    }

    /** The process's own clock, which no step of the datastore's clock moves. */
    private long now() {
        return world.slips.contains(Slip.LEASE_NOT_CHECKED) ? 0 : world.time.now() * 1_000_000;
    }

    // ---- beats

    private void beats() {
        beat();
        after(Math.round(Plan.BEAT * (.8 + .2 * world.chance.below(1000) / 1000.0)), this::beats);
    }

    private void beat() {
        Beat beat = membership.beat(now());
        noticeLapse();
        send(() -> world.server.keep(sent(beat.request())), kept -> {
            boolean again = membership.kept(beat, seen(kept));
            frontier = kept.frontier();
            noticeLapse();
            if (again) {
                beat();
            }
            pump();
        });
    }

    private KeepRequest sent(KeepRequest request) {
        return world.slips.contains(Slip.CLEAN_TOO_NEW)
                ? new KeepRequest(
                        request.holder(),
                        request.number(),
                        request.lockMillis(),
                        frontier,
                        request.cleanRun(),
                        request.tokens())
                : request;
    }

    private Kept seen(Kept kept) {
        return world.slips.contains(Slip.LEASE_NOT_CHECKED)
                ? new Kept(
                        kept.verdict(),
                        kept.frontier(),
                        kept.run(),
                        false,
                        false,
                        kept.dueInMillis(),
                        kept.waiting(),
                        kept.serverMillis(),
                        false,
                        List.of())
                : kept;
    }

    /** A lapse forgets what is queued and gives the read up: its connection is closed, but nobody knows when that is seen. */
    private void noticeLapse() {
        if (membership.occupied() == membership.runningCount()) {
            queued.clear();
        }
        if (outstanding != null && !membership.isReading()) {
            if (world.chance.of(.7)) {
                outstanding.cut();
            }
            outstanding = null;
        }
    }

    // ---- reads, takes, sweeps

    private int free() {
        return Plan.SLOTS + Plan.PREFETCH - membership.occupied();
    }

    private void read() {
        if (closing || free() <= 0) {
            return;
        }
        long ticket = membership.startRead(now());
        if (ticket != 0) {
            BlockingReads.Read read = new BlockingReads.Read(this, ticket, free());
            outstanding = read;
            world.reads.send(read);
            after(Plan.BLOCK + Plan.SLACK, () -> timeOut(read));
        }
    }

    private void timeOut(BlockingReads.Read read) {
        if (outstanding == read) {
            membership.readAbandoned(read.ticket);
            if (world.chance.of(.5)) {
                read.cut();
            }
            outstanding = null;
            read();
        }
    }

    void answered(BlockingReads.Read read, List<Entry> entries) {
        if (membership.readDone(read.ticket, entries)) {
            outstanding = null;
            entries.stream().filter(entry -> !results.joins(entry.id())).forEach(entry -> queued.put(entry.id(), 0L));
        }
        pump();
    }

    private void takes() {
        long ticket = closing || free() <= 0 ? 0 : membership.startTake(now());
        if (ticket != 0) {
            int limit = free();
            boolean suspect = membership.holdsSuspect();
            send(
                    () -> world.server.take(membership.holder(), limit, Plan.LOCK, suspect),
                    taken -> taken(ticket, taken));
            after(world.plan.commandTimeout(), () -> membership.takeAbandoned(ticket));
        }
        after(world.chance.millis(.5, 3), this::takes);
    }

    private void taken(long ticket, Taken taken) {
        if (taken.verdict() == Taken.Verdict.LAPSED) {
            membership.takeAbandoned(ticket);
            beat();
        } else if (membership.takeDone(ticket, taken.entries())) {
            for (TakenEntry one : taken.entries()) {
                if (!results.joins(one.entry().id())) {
                    queued.put(one.entry().id(), one.run());
                }
            }
        }
        pump();
    }

    private void sweeps() {
        sweep();
        after(Math.round(world.plan.interval() * (.8 + .2 * world.chance.below(1000) / 1000.0)), this::sweeps);
    }

    private void sweep() {
        SweepRequest request = new SweepRequest(
                Datastore.SUBSCRIPTION,
                membership.holder().epoch(),
                Plan.LOCK,
                world.plan.sweepLimit(),
                Plan.MAX_STALLED,
                world.plan.interval() / 2,
                10_000);
        send(() -> world.server.sweep(request), swept -> {
            if (swept.more()) {
                sweep();
            }
        });
    }

    // ---- runs

    /** Starts what may start, asks for more; what comes while closing is given back. */
    void pump() {
        if (closing) {
            release();
            return;
        }
        while (alive && membership.runningCount() < Plan.SLOTS) {
            Held held = membership.next(now());
            noticeLapse();
            if (held == null) {
                break;
            }
            queued.remove(held.entry().id());
            results.run(held);
        }
        if (alive) {
            read();
        }
    }

    void close() {
        closing = true;
        release();
    }

    private void release() {
        queued.clear();
        membership.unstarted().forEach(results::release);
    }

    /** Leaves if it holds nothing; otherwise the sweep finds what is left. */
    void leave() {
        if (membership.held() == 0) {
            send(
                    () -> {
                        world.server.leave(membership.holder());
                        return true;
                    },
                    left -> {});
        }
    }

    // ---- what others may ask

    boolean holds(String id, long run) {
        return queued.getOrDefault(id, -1L) == run || results.holds(id, run);
    }

    boolean hasStarted(String id) {
        return results.hasStarted(id);
    }

    List<String> held() {
        return Stream.concat(queued.keySet().stream(), results.started().stream())
                .distinct()
                .toList();
    }

    List<String> started() {
        return results.started();
    }

    boolean isIdle() {
        return membership.held() == 0;
    }
}
