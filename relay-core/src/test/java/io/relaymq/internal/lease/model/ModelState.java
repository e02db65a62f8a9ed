package io.relaymq.internal.lease.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a broadcast with one subscription stores. */
final class ModelState {

    /** The order of message ids. */
    static final Comparator<String> ORDER =
            Comparator.comparingLong(ModelState::millis).thenComparingLong(ModelState::sequence);

    /** A consumer's record. */
    record Lease(long deadline, long lock, long number, String clean, long cleanRun, List<Listed> listed) {

        private Lease endingInTime(long now) {
            return new Lease(Math.min(deadline, now + lock), lock, number, clean, cleanRun, listed);
        }

        private String text() {
            String tokens = listed.stream().map(Listed::text).collect(Collectors.joining(" "));
            return String.format("%d %d %d %s %d %s", deadline, lock, number, clean, cleanRun, tokens);
        }
    }

    /** One delivery on a consumer's list. */
    record Listed(String id, long run, boolean started) {

        static Listed of(String token) {
            boolean started = token.endsWith("!");
            String[] parts = token.replace("!", "").split("/");
            return new Listed(parts[0], parts.length == 1 ? 0 : Long.parseLong(parts[1]), started);
        }

        private String text() {
            return id + (run == 0 ? "" : "/" + run) + (started ? "!" : "");
        }
    }

    /** Who works on what was taken from wait. */
    record Owner(String consumer, long run) {}

    /** What a delivery went through. */
    record Tries(int attempts, int stalls, long first) {

        static final Tries NONE = new Tries(0, 0, 0);

        Tries failed(long now, boolean spent) {
            return new Tries(attempts + (spent ? 1 : 0), stalls, first > 0 ? first : now);
        }

        Tries stalled(long now) {
            return new Tries(attempts, stalls + 1, first > 0 ? first : now);
        }
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
    final Map<String, Long> counts = new TreeMap<>();
    long lastBeat = -1;
    long grace;
    long swept;
    String tidy = "";
    long droppedAt;

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
        counts.putAll(other.counts);
        lastBeat = other.lastBeat;
        grace = other.grace;
        swept = other.swept;
        tidy = other.tidy;
        droppedAt = other.droppedAt;
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

    /** After a step back of the clock a deadline may be further away than a lease lasts. */
    void cutDeadlines(long now) {
        flight.replaceAll((consumer, lease) -> lease.endingInTime(now));
    }

    void count(String what, long number) {
        if (number > 0) {
            counts.merge(what, number, Long::sum);
        }
    }

    long counted(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** A line for each element of each key, as the scripts store it. */
    SortedSet<String> lines(String subscription) {
        SortedSet<String> lines = new TreeSet<>();
        log.forEach((id, subject) -> lines.add("log " + id + " s=" + subject + " d= h="));
        inbox.forEach((id, subject) -> lines.add("inbox:" + subscription + " " + id + " s=" + subject + " d= h="));
        lines.add("inbox:" + subscription + " read up to " + frontier);
        due.forEach((id, time) -> lines.add("due:" + subscription + " " + id + " @ " + time));
        dead.forEach((id, cause) -> lines.add("dead:" + subscription + " " + id + " " + cause));
        hash(lines, "wait:" + subscription, wait, subject -> subject.length() + " 0 0|" + subject);
        hash(lines, "taken:" + subscription, taken, owner -> owner.consumer() + " " + owner.run());
        hash(
                lines,
                "tries:" + subscription,
                tries,
                one -> one.attempts() + " " + one.stalls() + " " + one.first() + " 0");
        hash(lines, "flight:" + subscription, flight, Lease::text);
        hash(lines, "stats:" + subscription, stats(), value -> value);
        return lines;
    }

    private Map<String, String> stats() {
        Map<String, String> stats = new TreeMap<>();
        counts.forEach((what, number) -> stats.put(what, number.toString()));
        if (!dropped.isEmpty()) {
            stats.put("dropped", Integer.toString(dropped.size()));
            stats.put("dropped-first", dropped.firstKey());
            stats.put("dropped-last", dropped.lastKey());
            stats.put("dropped-at", Long.toString(droppedAt));
        }
        if (swept > 0) {
            stats.put("swept", Long.toString(swept));
            stats.put("tidy", tidy);
        }
        return stats;
    }

    private static <T> void hash(Set<String> lines, String key, Map<String, T> hash, Function<T, String> text) {
        hash.forEach((field, value) -> lines.add(key + "[" + field + "] = " + text.apply(value)));
    }
}
