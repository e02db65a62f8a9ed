package io.relaymq.internal.lease.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A process's shared connection: requests arrive in order, replies come back in order, some are lost. */
final class Link {

    private record Request(long arrival, Runnable work) {}

    private final World world;
    private final Deque<Request> requests = new ArrayDeque<>();
    private long lastArrival;
    private long lastReply;

    Link(World world) {
        this.world = world;
    }

    /** @param deliver takes what the process is to do with the reply */
    <T> void send(Supplier<T> command, Consumer<T> reply, Consumer<Runnable> deliver) {
        lastArrival = Math.max(lastArrival, world.time.now() + world.delay());
        boolean lost = world.losesReply();
        long back = world.delay();
        requests.add(new Request(lastArrival, () -> {
            T answer = command.get();
            if (!lost) {
                lastReply = Math.max(lastReply, world.time.now() + back);
                world.time.at(lastReply, () -> deliver.accept(() -> reply.accept(answer)));
            }
        }));
        world.time.at(lastArrival, this::arrive);
    }

    private void arrive() {
        while (!requests.isEmpty() && requests.element().arrival() <= world.time.now()) {
            if (world.isAway()) {
                world.whenBack(this::arrive);
                return;
            }
            requests.remove().work().run();
        }
    }
}
