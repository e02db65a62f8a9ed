package io.relaymq.internal.lease.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a broadcast with one subscription stores. */
final class ModelState {

    /** The order of message ids. */
    static final Comparator<String> ORDER =
            Comparator.comparingLong(ModelState::millis).thenComparingLong(ModelState::sequence);

    /** A consumer's record. */
    record Lease(long deadline, long lock, long number, String clean, long cleanRun, List<Listed> listed) {

        /** After a step back of the clock a deadline may be far away. */
        Lease endingAtMost(long end) {
            return new Lease(Math.min(deadline, end), lock, number, clean, cleanRun, listed);
        }
    }

    /** One delivery on a consumer's list. */
    record Listed(String id, long run, boolean started) {

        static Listed of(String token) {
            boolean started = token.endsWith("!");
            String[] parts = token.replace("!", "").split("/");
            return new Listed(parts[0], parts.length == 1 ? 0 : Long.parseLong(parts[1]), started);
        }

        String text() {
            return id + (run == 0 ? "" : "/" + run) + (started ? "!" : "");
        }
    }

    /** Who works on what was taken from wait. */
    record Owner(String consumer, long run) {}

    /** What a delivery went through. */
    record Tries(int attempts, int stalls) {
        static final Tries NONE = new Tries(0, 0);
    }

    long cap;
    String epoch = "";
    String lastId = "0-0";
    String frontier = "0-0";
    final NavigableMap<String, String> log = new TreeMap<>(ORDER); // id -> subject, as in inbox and wait
    final NavigableMap<String, String> inbox = new TreeMap<>(ORDER);
    final NavigableMap<String, String> wait = new TreeMap<>(ORDER);
    final Map<String, Double> due = new HashMap<>();
    final Map<String, Owner> taken = new LinkedHashMap<>();
    final Map<String, Tries> tries = new HashMap<>();
    final Map<String, Lease> flight = new TreeMap<>();
    final Map<String, String> dead = new LinkedHashMap<>(); // id -> cause
    final NavigableMap<String, String> dropped = new TreeMap<>(ORDER);
    long runs;
    long acked;
    long late;
    long lastBeat = -1;
    long grace;
    long swept;

    ModelState() {}

    ModelState(ModelState other) {
        cap = other.cap;
        epoch = other.epoch;
        lastId = other.lastId;
        frontier = other.frontier;
        log.putAll(other.log);
        inbox.putAll(other.inbox);
        wait.putAll(other.wait);
        due.putAll(other.due);
        taken.putAll(other.taken);
        tries.putAll(other.tries);
        flight.putAll(other.flight);
        dead.putAll(other.dead);
        dropped.putAll(other.dropped);
        runs = other.runs;
        acked = other.acked;
        late = other.late;
        lastBeat = other.lastBeat;
        grace = other.grace;
        swept = other.swept;
    }

    /** The id that a log gives at a time: never one that is not above the last. */
    String nextId(long now) {
        long millis = millis(lastId);
        lastId = now > millis ? now + "-0" : millis + "-" + (sequence(lastId) + 1);
        return lastId;
    }

    private static long millis(String id) {
        return Long.parseLong(id, 0, id.indexOf('-'), 10);
    }

    private static long sequence(String id) {
        return Long.parseLong(id, id.indexOf('-') + 1, id.length(), 10);
    }
}
