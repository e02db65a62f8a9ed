package io.relaymq.internal.lease.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Copying history by rules that can be left out. */
final class ModelBackfill implements Backfill {

    enum Rule {
        /** While history is copied, publish writes nothing to the inbox; the step that reaches the end makes it live. */
        HOLD,
        /** A trim that overtakes the copy counts the matching messages above its cursor. */
        COUNT,
        /** Each pattern is kept with the message from which it holds. */
        VERSIONS,
        /** Any process goes on with a copy whose process died. */
        ANYBODY
    }

    private final Set<Rule> rules;
    private final int cap;
    private final long diesAfter;
    private final TreeMap<Integer, String> log = new TreeMap<>();
    private final List<Integer> inbox = new ArrayList<>();
    private final TreeMap<Integer, String> patterns = new TreeMap<>();
    private int published;
    private int cursor;
    private int end;
    private int steps;
    private boolean made;
    private boolean live;

    ModelBackfill(Set<Rule> rules, long seed) {
        this.rules = rules;
        this.cap = BackfillSchedule.cap(seed);
        this.diesAfter = new Chance(~seed).one(2L, 20L, Long.MAX_VALUE);
    }

    @Override
    public int publish(String subject) {
        log.put(++published, subject);
        if (made
                && (live || !rules.contains(Rule.HOLD))
                && matches(patterns.lastEntry().getValue(), subject)) {
            inbox.add(published);
        }
        int drops = 0;
        while (log.size() > cap) {
            int oldest = log.firstKey();
            String old = log.remove(oldest);
            if (inbox.remove((Integer) oldest) || isUncopied(oldest, old)) {
                drops++;
            }
        }
        return drops;
    }

    private boolean isUncopied(int number, String subject) {
        return made && !live && rules.contains(Rule.COUNT) && number > cursor && isWanted(number, subject);
    }

    private boolean isWanted(int number, String subject) {
        return matches(
                (rules.contains(Rule.VERSIONS) ? patterns.floorEntry(number) : patterns.lastEntry()).getValue(),
                subject);
    }

    private static boolean matches(String pattern, String subject) {
        return pattern.equals("a.*") || pattern.equals(subject);
    }

    @Override
    public void subscribe(String pattern) {
        patterns.put(1, pattern);
        made = true;
        end = published;
    }

    @Override
    public void change(String pattern) {
        patterns.put(published + 1, pattern);
    }

    @Override
    public void step(int limit) {
        if (live || !made || ++steps > diesAfter && !rules.contains(Rule.ANYBODY)) {
            return;
        }
        Set<Integer> left = new TreeSet<>(log.tailMap(cursor, false).keySet());
        if (!rules.contains(Rule.HOLD)) {
            left.removeIf(number -> number > end);
        }
        left.stream().limit(limit).forEach(number -> {
            if (isWanted(number, log.get(number))) {
                inbox.add(number);
            }
            cursor = number;
        });
        live = left.size() <= limit;
    }

    @Override
    public List<Integer> read(int count) {
        List<Integer> first = inbox.subList(0, Math.min(count, inbox.size()));
        List<Integer> numbers = List.copyOf(first);
        first.clear();
        return numbers;
    }
}
