package io.relaymq;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether one list of patterns receives all that another one does. Walks through both at once, segment by segment: a segment is one of the
 * literals that occur, or another one.
 */
final class PatternCover {

    private static final String ONE = "*";
    private static final String MANY = "#";
    private static final String OTHER = ""; // stands for every segment that is no literal here
    private static final int MOST_STATES = 20_000;

    /** Where the walk is in each pattern: bit n = before its segment n, or at its end. */
    private record State(List<BitSet> positions) {}

    private final List<List<String>> patterns = new ArrayList<>();
    private final List<Boolean> exclusion = new ArrayList<>();
    private final Set<String> segments = new LinkedHashSet<>(List.of(OTHER));
    private final int ofFirst;

    private PatternCover(SubjectMatcher first, SubjectMatcher second) {
        add(first);
        ofFirst = patterns.size();
        add(second);
    }

    /** False also if it would take too long to tell. */
    static boolean covers(SubjectMatcher wide, SubjectMatcher narrow) {
        return new PatternCover(wide, narrow).isCover();
    }

    private void add(SubjectMatcher matcher) {
        List<String> texts = matcher.patterns();
        if (texts.stream().allMatch(text -> text.startsWith("!"))) {
            add(List.of(MANY), false);
        }
        texts.forEach(text -> add(segmentsOf(text), text.startsWith("!")));
    }

    private void add(List<String> pattern, boolean excludes) {
        patterns.add(pattern);
        exclusion.add(excludes);
        pattern.stream().filter(one -> !one.equals(ONE) && !one.equals(MANY)).forEach(segments::add);
    }

    private static List<String> segmentsOf(String text) {
        List<String> result = new ArrayList<>();
        for (String segment : (text.startsWith("!") ? text.substring(1) : text).split("\\.")) {
            if (segment.equals(">")) {
                result.add(ONE);
                result.add(MANY);
            } else {
                result.add(segment);
            }
        }
        return result;
    }

    private boolean isCover() {
        Deque<State> left = new ArrayDeque<>();
        Set<State> seen = new HashSet<>();
        left.add(start());
        while (!left.isEmpty()) {
            State state = left.remove();
            for (String segment : segments) {
                State next = after(state, segment);
                if (!seen.add(next)) {
                    continue;
                }
                if (receives(next, ofFirst, patterns.size()) && !receives(next, 0, ofFirst)
                        || seen.size() > MOST_STATES) {
                    return false;
                }
                left.add(next);
            }
        }
        return true;
    }

    private boolean receives(State state, int from, int to) {
        boolean wanted = false;
        for (int i = from; i < to; i++) {
            boolean matches = state.positions().get(i).get(patterns.get(i).size());
            if (matches && exclusion.get(i)) {
                return false;
            }
            wanted |= matches;
        }
        return wanted;
    }

    private State start() {
        List<BitSet> positions = new ArrayList<>();
        for (List<String> pattern : patterns) {
            BitSet at = new BitSet();
            at.set(0);
            positions.add(withSkipped(pattern, at));
        }
        return new State(positions);
    }

    private State after(State state, String segment) {
        List<BitSet> positions = new ArrayList<>();
        for (int i = 0; i < patterns.size(); i++) {
            List<String> pattern = patterns.get(i);
            BitSet next = new BitSet();
            state.positions().get(i).stream().filter(at -> at < pattern.size()).forEach(at -> {
                String wanted = pattern.get(at);
                if (wanted.equals(MANY)) {
                    next.set(at);
                } else if (wanted.equals(ONE) || wanted.equals(segment)) {
                    next.set(at + 1);
                }
            });
            positions.add(withSkipped(pattern, next));
        }
        return new State(positions);
    }

    /** What stands for many segments also stands for none. */
    private static BitSet withSkipped(List<String> pattern, BitSet at) {
        for (int i = at.nextSetBit(0); i >= 0 && i < pattern.size(); i = at.nextSetBit(i + 1)) {
            if (pattern.get(i).equals(MANY)) {
                at.set(i + 1);
            }
        }
        return at;
    }
}
