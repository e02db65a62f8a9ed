package io.relaymq.benchmarks.matching;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Patterns of four segments in five shapes, as different as there are many, and subjects that match exactly one or none of them. */
final class Patterns {

    private Patterns() {}

    static List<String> of(int count) {
        return IntStream.range(0, count).mapToObj(Patterns::pattern).toList();
    }

    private static String pattern(int i) {
        return switch (i % 5) {
            case 0 -> region(i) + "." + device(i) + "." + kind(i) + "." + event(i);
            case 1 -> region(i) + "." + device(i) + ".*." + event(i);
            case 2 -> region(i) + "." + device(i) + "." + kind(i) + ".*";
            case 3 -> region(i) + "." + device(i) + ".>";
            default -> "*." + device(i) + "." + kind(i) + "." + event(i);
        };
    }

    /** Subjects that match one pattern each, spread over all. */
    static List<String> hits(int patterns, int subjects) {
        return IntStream.range(0, subjects)
                .map(n -> (int) ((long) n * 2_654_435_761L % patterns))
                .mapToObj(i -> region(i) + "." + device(i) + "." + kind(i) + "." + event(i))
                .toList();
    }

    /** Subjects that match none: half of them differ from a pattern in the last segment only, half already in the second. */
    static List<String> misses(int patterns, int subjects) {
        return hits(patterns, subjects / 2).stream()
                .flatMap(hit -> Stream.of(almost(hit), "r0.other" + hit.substring(hit.indexOf('.') + 1)))
                .toList();
    }

    /** The device of a pattern without wildcards or tail, and an event that does not exist. */
    private static String almost(String hit) {
        int device = Integer.parseInt(hit.substring(hit.indexOf(".d") + 2, hit.indexOf(".k")));
        int literal = device - device % 5;
        return region(literal) + "." + device(literal) + "." + kind(literal) + ".none";
    }

    private static String region(int i) {
        return "r" + i % 97;
    }

    private static String device(int i) {
        return "d" + i;
    }

    private static String kind(int i) {
        return "k" + i % 7;
    }

    private static String event(int i) {
        return "event" + i % 3;
    }
}
