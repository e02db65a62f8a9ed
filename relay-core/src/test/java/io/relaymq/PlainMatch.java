package io.relaymq;

import java.util.List;

/** The meaning of patterns, as it would be explained to somebody: recursive, slow, and easy to believe. */
final class PlainMatch {

    private PlainMatch() {}

    static boolean matches(List<String> pattern, List<String> subject) {
        if (pattern.isEmpty()) {
            return subject.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        return switch (pattern.get(0)) {
            case ">" -> !subject.isEmpty();
            case "#" -> matches(rest, subject) || (!subject.isEmpty() && matches(pattern, tail(subject)));
            case "*" -> !subject.isEmpty() && matches(rest, tail(subject));
            default -> !subject.isEmpty() && subject.get(0).equals(pattern.get(0)) && matches(rest, tail(subject));
        };
    }

    private static List<String> tail(List<String> subject) {
        return subject.subList(1, subject.size());
    }
}
