package io.relaymq.campaign;

import io.relaymq.SubjectPattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What publishers and consumers logged, and what follows from comparing it. */
final class Ledger {

    /** A publish that returned an id: the milliseconds in it, and when it returned. */
    record Stored(long idMillis, long answeredAt) {}

    final Map<Long, String> sent = new TreeMap<>();
    final Map<Long, Stored> stored = new HashMap<>();
    final Set<Long> failed = new HashSet<>();
    final Set<String> failures = new HashSet<>();

    /** Subscription → number → when it was handled, each time. */
    final Map<String, Map<Long, List<Long>>> handled = new HashMap<>();

    Ledger(Collection<Path> logs) {
        Setup.SUBSCRIPTIONS.keySet().forEach(name -> handled.put(name, new HashMap<>()));
        for (Path log : logs) {
            LineLog.read(log).forEach(this::add);
        }
    }

    private void add(String[] words) {
        switch (words[0]) {
            case "sent" -> sent.put(Long.valueOf(words[1]), words[2]);
            case "ok" -> {
                long millis = Long.parseLong(words[2].substring(0, words[2].indexOf('-')));
                stored.put(Long.valueOf(words[1]), new Stored(millis, Long.parseLong(words[3])));
            }
            case "failed" -> {
                failed.add(Long.valueOf(words[1]));
                failures.add(words[2]);
            }
            case "handled" ->
                handled.get(words[1])
                        .computeIfAbsent(Long.valueOf(words[2]), n -> new ArrayList<>())
                        .add(Long.valueOf(words[5]));
            default -> {}
        }
    }

    /** Sent, and neither stored nor refused for certain. */
    Set<Long> unknown() {
        Set<Long> unknown = new HashSet<>(sent.keySet());
        unknown.removeAll(stored.keySet());
        unknown.removeAll(failed);
        return unknown;
    }

    /** Stored, wanted by that subscription, and never handled there. */
    Set<Long> missing(String subscription) {
        SubjectPattern pattern = SubjectPattern.of(Setup.SUBSCRIPTIONS.get(subscription));
        Set<Long> missing = new HashSet<>();
        for (Long n : stored.keySet()) {
            if (pattern.matches(sent.get(n)) && !handled.get(subscription).containsKey(n)) {
                missing.add(n);
            }
        }
        return missing;
    }

    /** Handled, though never sent, refused for certain, or not wanted. */
    long unexpected() {
        long count = 0;
        for (String subscription : handled.keySet()) {
            SubjectPattern pattern = SubjectPattern.of(Setup.SUBSCRIPTIONS.get(subscription));
            for (Long n : handled.get(subscription).keySet()) {
                boolean wanted = sent.containsKey(n) && pattern.matches(sent.get(n));
                count += wanted && !failed.contains(n) ? 0 : 1;
            }
        }
        return count;
    }

    long duplicates() {
        return handled.values().stream()
                .flatMap(numbers -> numbers.values().stream())
                .mapToLong(times -> times.size() - 1)
                .sum();
    }

    /** Unknown to the publisher, and handled all the same. */
    long recovered() {
        return unknown().stream().filter(handled.get("all")::containsKey).count();
    }

    /** The longest time between two handled messages of a subscription, in milliseconds, until the load ended. */
    long longestGap(long loadEnd) {
        long longest = 0;
        for (String subscription : handled.keySet()) {
            long before = 0;
            for (long time : times(subscription)) {
                if (before > 0 && time <= loadEnd) {
                    longest = Math.max(longest, time - before);
                }
                before = time;
            }
        }
        return longest;
    }

    /** From the end of the fault until every subscription has handled something, in milliseconds. */
    long recovery(long overAt) {
        long longest = 0;
        for (String subscription : handled.keySet()) {
            for (long time : times(subscription)) {
                if (time >= overAt) {
                    longest = Math.max(longest, time - overAt);
                    break;
                }
            }
        }
        return longest;
    }

    /** From the end of the fault until everything stored before has been handled, in milliseconds. */
    long caughtUp(long overAt) {
        long last = overAt;
        for (Map<Long, List<Long>> numbers : handled.values()) {
            for (Map.Entry<Long, List<Long>> entry : numbers.entrySet()) {
                Stored publish = stored.get(entry.getKey());
                if (publish != null && publish.answeredAt() <= overAt) {
                    last = Math.max(
                            last,
                            entry.getValue().stream()
                                    .mapToLong(Long::longValue)
                                    .min()
                                    .orElse(last));
                }
            }
        }
        return last - overAt;
    }

    private long[] times(String subscription) {
        return handled.get(subscription).values().stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }
}
