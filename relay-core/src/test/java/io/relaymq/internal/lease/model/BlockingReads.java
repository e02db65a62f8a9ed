package io.relaymq.internal.lease.model;

import io.relaymq.internal.store.Entry;
import java.util.ArrayList;
import java.util.List;

/** The reads that wait at the datastore, in the order they came. */
final class BlockingReads {

    /** One read, from its sending on. {@code cut}: its connection was closed, and the datastore has seen it. */
    static final class Read {
        final Process reader;
        final long ticket;
        private final int count;
        private long end;
        private boolean cut;

        Read(Process reader, long ticket, int count) {
            this.reader = reader;
            this.ticket = ticket;
            this.count = count;
        }

        void cut() {
            cut = true;
        }
    }

    private final World world;
    private final List<Read> waiting = new ArrayList<>();

    BlockingReads(World world) {
        this.world = world;
    }

    void send(Read read) {
        world.time.after(world.delay(), () -> arrive(read));
    }

    private void arrive(Read read) {
        if (world.isAway()) {
            world.whenBack(() -> arrive(read));
        } else if (!read.cut) {
            read.end = world.time.now() + Plan.BLOCK;
            waiting.add(read);
            serve();
            world.time.at(read.end, () -> expire(read));
        }
    }

    private void expire(Read read) {
        if (world.isAway()) {
            world.whenBack(() -> expire(read));
        } else if (waiting.remove(read) && !read.cut) {
            answer(read, List.of());
        }
    }

    /** Something came: whoever waits longest gets it. */
    void serve() {
        waiting.removeIf(read -> read.cut);
        while (!waiting.isEmpty()) {
            Read first = waiting.get(0);
            List<Entry> entries = world.server.read(first.count);
            if (entries.isEmpty()) {
                return;
            }
            waiting.remove(0);
            answer(first, entries);
        }
    }

    private void answer(Read read, List<Entry> entries) {
        if (!world.losesReply()) {
            world.time.after(world.delay(), () -> read.reader.deliver(() -> read.reader.answered(read, entries)));
        }
    }
}
