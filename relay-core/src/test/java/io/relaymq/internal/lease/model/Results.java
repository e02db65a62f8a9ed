package io.relaymq.internal.lease.model;

import io.relaymq.internal.lease.Claim;
import io.relaymq.internal.lease.Held;
import io.relaymq.internal.lease.Membership;
import io.relaymq.internal.store.Failure;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.Settled;
import io.relaymq.internal.store.Token;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The handlers of one process and the sending of their results, again and again until one is answered. */
final class Results {

    /** How a run ended. */
    private interface Ending {
        Settled send(Holder holder, Token token);
    }

    private final World world;
    private final Process process;
    private final Membership membership;
    private final Map<String, Held> active = new LinkedHashMap<>(); // running, or its result under way

    Results(World world, Process process, Membership membership) {
        this.world = world;
        this.process = process;
        this.membership = membership;
    }

    void run(Held held) {
        String id = held.entry().id();
        active.put(id, held);
        world.referee.started(process, id);
        if (world.referee.isPoison(id)) {
            world.kill(process);
            return;
        }
        long duration = world.chance.of(.93) ? world.chance.exponential(2) : world.chance.millis(20, 90);
        process.after(duration, () -> end(held));
    }

    private void end(Held held) {
        boolean handled = !world.chance.of(world.failing);
        world.referee.ended(process, held.entry().id(), handled);
        membership.finished(held, handled);
        if (handled) {
            settle(held, (holder, token) -> world.server.settle(holder, List.of(token)));
        } else {
            Long delay = held.attempt() >= Plan.MAX_ATTEMPTS ? null : world.chance.millis(1, 20);
            settle(
                    held,
                    (holder, token) ->
                            world.server.fail(holder, new Failure(token, delay, "attempts", "", true, 10_000)));
        }
        process.pump();
    }

    void release(Held held) {
        active.put(held.entry().id(), held);
        send(held, (holder, token) -> world.server.release(holder, List.of(token)));
    }

    /** Results wait a little, so that several can travel together. */
    private void settle(Held held, Ending ending) {
        if (world.slips.contains(Slip.UNLISTED_AT_SETTLE)) {
            membership.settled(held, membership.claim(held));
        }
        process.after(world.plan.linger(), () -> send(held, ending));
    }

    private void send(Held held, Ending ending) {
        Claim claim = membership.claim(held);
        Holder holder = new Holder(Datastore.SUBSCRIPTION, claim.epoch(), process.name);
        boolean[] answered = {false};
        process.send(() -> ending.send(holder, claim.token()), reply -> {
            answered[0] = true;
            answered(held, claim, ending);
        });
        process.after(world.plan.commandTimeout(), () -> {
            if (!answered[0] && active.get(held.entry().id()) == held) {
                send(held, ending);
            }
        });
    }

    private void answered(Held held, Claim claim, Ending ending) {
        if (active.get(held.entry().id()) != held) {
            return; // an earlier sending was answered already
        }
        if (membership.settled(held, claim)) {
            active.remove(held.entry().id());
            process.pump();
        } else {
            send(held, ending);
        }
    }

    /** Whether a delivery that comes joins one that is active. */
    boolean joins(String id) {
        return active.containsKey(id);
    }

    boolean holds(String id, long run) {
        Held held = active.get(id);
        return held != null && membership.claim(held).token().run() == run;
    }

    boolean hasStarted(String id) {
        return active.containsKey(id);
    }

    List<String> started() {
        return List.copyOf(active.keySet());
    }
}
