package io.relaymq.spring;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** How far a pattern without exclusion has got in a subject that is read segment by segment: the places it may be at. */
record PatternProgress(List<String> segments) {

    static PatternProgress of(String pattern) {
        String onlyStarAndHash = pattern.equals(">") || pattern.endsWith(".>")
                ? pattern.substring(0, pattern.length() - 1) + "*.#"
                : pattern;
        return new PatternProgress(List.of(onlyStarAndHash.split("\\.")));
    }

    Set<Integer> start() {
        return withSkipped(new TreeSet<>(Set.of(0)));
    }

    Set<Integer> after(Set<Integer> places, String segment) {
        Set<Integer> next = new TreeSet<>();
        for (int place : places) {
            String expected = place < segments.size() ? segments.get(place) : "";
            if (expected.equals("#")) {
                next.add(place);
            } else if (expected.equals("*") || expected.equals(segment)) {
                next.add(place + 1);
            }
        }
        return withSkipped(next);
    }

    boolean isEnd(Set<Integer> places) {
        return places.contains(segments.size());
    }

    List<String> literals() {
        return segments.stream()
                .filter(segment -> !Arrays.asList("*", "#").contains(segment))
                .toList();
    }

    /** A {@code #} may stand for nothing. */
    private Set<Integer> withSkipped(Set<Integer> places) {
        for (int place = 0; place < segments.size(); place++) {
            if (places.contains(place) && segments.get(place).equals("#")) {
                places.add(place + 1);
            }
        }
        return places;
    }
}
