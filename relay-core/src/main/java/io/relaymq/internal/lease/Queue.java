package io.relaymq.internal.lease;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What waits here for a handler. The one that came first starts first; but those of an ordering key are blocked until all of
 * their key that came before have passed it on, and then have the place again that they came to. Guarded by the lock of its
 * {@link Membership}.
 */
final class Queue {

    /** Came while nobody had their key, or have none. */
    private final Map<String, Held> direct = new LinkedHashMap<>();

    /** Came while another had their key: blocked, or passed the key since. */
    private final Map<String, Held> behind = new HashMap<>();

    /** Of those behind, the ones that were passed the key. */
    private final PriorityQueue<Held> unblocked = new PriorityQueue<>(Comparator.comparingLong(Held::arrival));

    /** By key, who has it, running or about to, and then those blocked, in their order. */
    private final Map<String, Deque<Held>> keys = new HashMap<>();

    private long arrivals;
    private long bytes;
    private long blockedBytes;

    /** Adds one; it replaces what is here of that id. */
    void add(Held held) {
        String id = held.entry().id();
        String key = held.orderingKey();
        remove(id);
        held.arrive(++arrivals);
        bytes += held.entry().bytes();
        if (key == null) {
            direct.put(id, held);
            return;
        }
        Deque<Held> lane = keys.computeIfAbsent(key, unused -> new ArrayDeque<>(2));
        if (lane.isEmpty()) {
            direct.put(id, held);
        } else {
            behind.put(id, held);
            blockedBytes += held.entry().bytes();
        }
        lane.add(held);
    }

    private void remove(String id) {
        Held held = direct.remove(id);
        if (held == null && !behind.isEmpty()) {
            held = behind.remove(id);
        }
        if (held == null) {
            return;
        }
        bytes -= held.entry().bytes();
        if (held.orderingKey() != null) {
            unblocked.remove(held);
            if (!passOn(held)) {
                requireNonNull(keys.get(held.orderingKey())).remove(held);
                blockedBytes -= held.entry().bytes();
            }
        }
    }

    /** The next that may start; null if there is none. */
    @Nullable
    Held first() {
        Held first = direct.isEmpty() ? null : direct.values().iterator().next();
        Held other = unblocked.peek();
        return first == null || other != null && other.arrival() < first.arrival() ? other : first;
    }

    /** Takes out what was {@link #first}. It has its key until it is passed on. */
    void takeOut(Held first) {
        bytes -= first.entry().bytes();
        if (!direct.remove(first.entry().id(), first)) {
            behind.remove(first.entry().id());
            unblocked.poll();
        }
    }

    /** Gives the key to the next that wants it. False if it is not the one that has it. */
    boolean passOn(Held held) {
        Deque<Held> lane = held.orderingKey() == null ? null : keys.get(held.orderingKey());
        if (lane == null || lane.peek() != held) {
            return false;
        }
        lane.remove();
        if (lane.isEmpty()) {
            keys.remove(held.orderingKey());
        } else {
            unblocked.add(lane.element());
            blockedBytes -= lane.element().entry().bytes();
        }
        return true;
    }

    /** Takes out everything. What runs keeps its key. */
    List<Held> clear() {
        List<Held> all = all();
        direct.clear();
        behind.clear();
        unblocked.clear();
        bytes = 0;
        blockedBytes = 0;
        keys.values().removeIf(lane -> {
            lane.removeIf(held -> !held.started());
            return lane.isEmpty();
        });
        return all;
    }

    /** Everything, in the order in which it came. */
    List<Held> all() {
        List<Held> all = new ArrayList<>(direct.values());
        if (!behind.isEmpty()) {
            all.addAll(behind.values());
            all.sort(Comparator.comparingLong(Held::arrival));
        }
        return all;
    }

    /** How many could start now. */
    int readyCount() {
        return direct.size() + unblocked.size();
    }

    /** How many wait for others of their key. */
    int blockedCount() {
        return behind.size() - unblocked.size();
    }

    /** Bytes of everything. */
    long bytes() {
        return bytes;
    }

    /** Bytes of those that wait for others of their key. */
    long blockedBytes() {
        return blockedBytes;
    }
}
