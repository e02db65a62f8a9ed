package io.relaymq.internal.lease.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** History is copied while messages are published and trimmed and the patterns change. */
public final class BackfillSchedule {

    /** What must not happen. */
    public enum Fault {
        OUT_OF_ORDER,
        TWICE,
        NOT_WANTED,
        LOST_UNCOUNTED,
        COUNTED_TOO_MUCH
    }

    /** The cap of a schedule's broadcast. */
    public static int cap(long seed) {
        return new Chance(seed).one(8, 20, 60);
    }

    private final Chance chance;
    private final Backfill backfill;
    private final int limit;
    private final TreeMap<Integer, String> patterns = new TreeMap<>(); // from which message on
    private final List<String> published = new ArrayList<>();
    private final List<Integer> delivered = new ArrayList<>();
    private final Set<Integer> expected = new HashSet<>();
    private int drops;

    private BackfillSchedule(long seed, Backfill backfill) {
        this.backfill = backfill;
        chance = new Chance(seed);
        chance.one(8, 20, 60); // the cap
        limit = chance.one(1, 3, 10);
    }

    public static Set<Fault> run(long seed, Backfill backfill) {
        return new BackfillSchedule(seed, backfill).run(cap(seed));
    }

    private Set<Fault> run(int cap) {
        int before = chance.one(5, 30, 80);
        for (int i = 0; i < before; i++) {
            publish();
        }
        drops = 0;
        change("a.x");
        backfill.subscribe("a.x");
        for (int i = Math.max(0, before - cap); i < before; i++) {
            expect(i + 1);
        }
        for (int i = 0; i < 120; i++) {
            step(chance.below(100));
        }
        for (int i = 0; i < 200; i++) {
            backfill.step(limit);
        }
        while (read(100)) {
            // the rest
        }
        return faults();
    }

    private void step(int percent) {
        if (percent < 40) {
            publish();
            expect(published.size());
        } else if (percent < 62) {
            backfill.step(limit);
        } else if (percent < 90) {
            read(chance.one(1, 2));
        } else if (percent < 92) {
            String pattern = chance.one("a.x", "a.*", "a.y");
            change(pattern);
            backfill.change(pattern);
        }
    }

    private void publish() {
        String subject = chance.one("a.x", "a.y");
        published.add(subject);
        drops += backfill.publish(subject);
    }

    private void change(String pattern) {
        patterns.put(patterns.isEmpty() ? 1 : published.size() + 1, pattern);
    }

    private void expect(int number) {
        String pattern = patterns.floorEntry(number).getValue();
        if (pattern.equals("a.*") || pattern.equals(published.get(number - 1))) {
            expected.add(number);
        }
    }

    private boolean read(int count) {
        List<Integer> numbers = backfill.read(count);
        delivered.addAll(numbers);
        return !numbers.isEmpty();
    }

    private Set<Fault> faults() {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        Set<Integer> once = new HashSet<>(delivered);
        Set<Integer> missing = new HashSet<>(expected);
        missing.removeAll(once);
        if (once.size() < delivered.size()) {
            faults.add(Fault.TWICE);
        }
        if (!delivered.equals(delivered.stream().sorted().toList())) {
            faults.add(Fault.OUT_OF_ORDER);
        }
        if (!expected.containsAll(once)) {
            faults.add(Fault.NOT_WANTED);
        }
        if (missing.size() > drops) {
            faults.add(Fault.LOST_UNCOUNTED);
        }
        if (missing.size() < drops) {
            faults.add(Fault.COUNTED_TOO_MUCH);
        }
        return faults;
    }
}
