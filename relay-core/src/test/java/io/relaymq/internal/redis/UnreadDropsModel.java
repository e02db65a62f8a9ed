package io.relaymq.internal.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What retention means, as it would be explained to somebody. Messages are numbers, from 1. */
final class UnreadDropsModel {

    private final TreeMap<Integer, String> log = new TreeMap<>();
    private final Map<String, Sub> subs = new LinkedHashMap<>();
    private int published;
    private int cap;

    private static final class Sub {
        private final String pattern;
        private final TreeSet<Integer> inbox = new TreeSet<>();
        private boolean copying;
        private int cursor;
        private int frontier;
        private int dropped;

        Sub(String pattern, int cursor, boolean copying) {
            this.pattern = pattern;
            this.cursor = cursor;
            this.copying = copying;
        }

        boolean wants(String subject) {
            return pattern.equals("#") || pattern.equals(subject);
        }
    }

    void cap(int messages) {
        cap = messages;
    }

    void subscribe(String name, String pattern, boolean earliest, boolean copying) {
        subs.put(name, new Sub(pattern, earliest ? 0 : published, copying));
    }

    List<String> names() {
        return List.copyOf(subs.keySet());
    }

    List<String> copying() {
        return names().stream().filter(name -> sub(name).copying).toList();
    }

    List<Integer> inbox(String name) {
        return List.copyOf(sub(name).inbox);
    }

    int dropped(String name) {
        return sub(name).dropped;
    }

    int logSize() {
        return log.size();
    }

    void backfill(String name, int limit) {
        Sub sub = sub(name);
        List<Integer> next =
                log.tailMap(sub.cursor, false).keySet().stream().limit(limit).toList();
        for (int number : next) {
            if (sub.wants(log.getOrDefault(number, ""))) {
                sub.inbox.add(number);
            }
            sub.cursor = number;
        }
        sub.copying = next.size() == limit;
    }

    List<Integer> read(String name, int count) {
        Sub sub = sub(name);
        List<Integer> unread =
                sub.inbox.tailSet(sub.frontier, false).stream().limit(count).toList();
        unread.forEach(number -> sub.frontier = number);
        return unread;
    }

    Optional<Integer> handed(String name) {
        return sub(name).inbox.headSet(sub(name).frontier, true).stream().findFirst();
    }

    void settle(String name, int number) {
        sub(name).inbox.remove(number);
    }

    /** Whom a publish is for, joined by commas. */
    String wanting(String subject) {
        return names().stream()
                .filter(name -> !sub(name).copying && sub(name).wants(subject))
                .collect(Collectors.joining(","));
    }

    /** Returns the unread drops. */
    Map<String, Integer> publish(List<String> subjects) {
        for (String subject : subjects) {
            int number = ++published;
            log.put(number, subject);
            subs.values().stream()
                    .filter(sub -> !sub.copying && sub.wants(subject))
                    .forEach(sub -> sub.inbox.add(number));
        }
        Map<String, Integer> drops = new TreeMap<>();
        while (log.size() > cap) {
            int number = log.firstKey();
            String subject = log.getOrDefault(number, "");
            log.remove(number);
            subs.forEach((name, sub) -> {
                if (isDrop(sub, number, subject)) {
                    sub.dropped++;
                    drops.merge(name, 1, Integer::sum);
                }
            });
        }
        return drops;
    }

    private static boolean isDrop(Sub sub, int number, String subject) {
        if (sub.copying && number > sub.cursor) {
            sub.cursor = number;
            return sub.wants(subject);
        }
        return number > sub.frontier && sub.inbox.remove(number);
    }

    private Sub sub(String name) {
        return java.util.Objects.requireNonNull(subs.get(name), name);
    }
}
