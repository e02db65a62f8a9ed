package io.relaymq.benchmarks.matching;

import java.util.ArrayList;
import java.util.List;

/** What one writes first: every pattern is compared. */
final class NaiveScan implements Matching {

    private final List<String[]> patterns;

    NaiveScan(List<String> patterns) {
        this.patterns = patterns.stream().map(Segments::of).toList();
    }

    @Override
    public List<Integer> match(String subject) {
        List<Integer> matches = new ArrayList<>(4);
        String[] segments = Segments.of(subject);
        for (int i = 0; i < patterns.size(); i++) {
            if (matches(patterns.get(i), segments)) {
                matches.add(i);
            }
        }
        return matches;
    }

    private static boolean matches(String[] pattern, String[] subject) {
        for (int i = 0; i < pattern.length; i++) {
            if (i == subject.length) {
                return false;
            }
            if (pattern[i].equals(">")) {
                return true;
            }
            if (!pattern[i].equals("*") && !pattern[i].equals(subject[i])) {
                return false;
            }
        }
        return pattern.length == subject.length;
    }
}
