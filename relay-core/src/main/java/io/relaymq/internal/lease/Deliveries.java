package io.relaymq.internal.lease;

import io.relaymq.internal.store.Ids;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer holds: queued, then running, then settling, and gone when that is answered; an id is in one of the three at
 * a time. Guarded by the lock of its {@link Membership}.
 */
final class Deliveries {

    private final Queue queue = new Queue();
    private final Map<String, Held> running = new LinkedHashMap<>();
    private final Map<String, Held> settling = new LinkedHashMap<>();

    /** Running still, of a life before the subscription was moved: late results. What comes again is run again. */
    private final Set<Held> outrun = Collections.newSetFromMap(new IdentityHashMap<>());

    private long runningBytes; // those of the outrun as well

    /** The subscription was moved: what is delivered again on purpose is another delivery. */
    void moved(String replayed) {
        for (Held held : List.copyOf(running.values())) {
            if (!Ids.before(replayed, held.entry().id())) {
                running.remove(held.entry().id());
                outrun.add(held);
            }
        }
        settling.values().removeIf(held -> !Ids.before(replayed, held.entry().id()));
    }

    /**
     * A delivery that comes back while it runs here joins that run; the result then counts for both. So it does if it has been
     * handled and only the answer is missing. After a failed attempt or a release it is another run: what came back may be just
     * what that settle made due.
     */
    void queue(Held held) {
        String id = held.entry().id();
        Held ended = settling.get(id);
        Held same = running.getOrDefault(id, ended != null && ended.isDone() ? ended : null);
        if (same != null) {
            same.adopt(held);
        } else {
            queue.add(held);
        }
    }

    @Nullable
    Held first() {
        return queue.first();
    }

    void start(Held held) {
        queue.takeOut(held);
        runningBytes += held.entry().bytes();
        held.start();
        running.put(held.entry().id(), held);
    }

    boolean isRunning(Held held) {
        return running.get(held.entry().id()) == held;
    }

    /** Its handler is over: the next of its ordering key may start. */
    void passOn(Held held) {
        queue.passOn(held);
    }

    void forget(Held held) {
        queue.passOn(held);
        if (running.remove(held.entry().id(), held) || outrun.remove(held)) {
            runningBytes -= held.entry().bytes();
        }
    }

    void finished(Held held, boolean done) {
        boolean wasOutrun = outrun.remove(held);
        if (wasOutrun || running.remove(held.entry().id(), held)) {
            runningBytes -= held.entry().bytes();
        }
        held.end(done);
        if (!wasOutrun) {
            settling.put(held.entry().id(), held);
        }
    }

    void settled(Held held) {
        settling.remove(held.entry().id(), held);
    }

    /** Forgets what has not started. Returns a position before all of it, or the one given. */
    String forgetQueued(String position) {
        return lowest(queue.clear(), position);
    }

    /** Takes out everything that has not started, to give it back. */
    List<Held> unstarted() {
        List<Held> held = queue.clear();
        held.forEach(one -> settling.put(one.entry().id(), one));
        return held;
    }

    /** A position before everything that is held, or the one given. */
    String before(String position) {
        return lowest(all(), position);
    }

    static String lowest(Collection<Held> all, String position) {
        String lowest = position;
        for (Held held : all) {
            String before = Ids.predecessor(held.entry().id());
            lowest = Ids.before(before, lowest) ? before : lowest;
        }
        return lowest;
    }

    /** The list of a beat in one life of the subscription. */
    String tokens(String epoch) {
        StringBuilder list = new StringBuilder();
        for (Held held : all()) {
            if (held.epoch().equals(epoch)) {
                list.append(list.isEmpty() ? "" : " ")
                        .append(held.token().text())
                        .append(held.started() ? "!" : "");
            }
        }
        return list.toString();
    }

    boolean holdsSuspect() {
        return all().stream().anyMatch(Held::suspect);
    }

    int readyCount() {
        return queue.readyCount();
    }

    int blockedCount() {
        return queue.blockedCount();
    }

    long blockedBytes() {
        return queue.blockedBytes();
    }

    int runningCount() {
        return running.size() + outrun.size();
    }

    /** Bytes of what is queued or runs. */
    long bytes() {
        return queue.bytes() + runningBytes;
    }

    int settlingCount() {
        return settling.size();
    }

    private Collection<Held> all() {
        List<Held> all = new ArrayList<>(running.values());
        all.addAll(queue.all());
        all.addAll(settling.values());
        return all;
    }
}
