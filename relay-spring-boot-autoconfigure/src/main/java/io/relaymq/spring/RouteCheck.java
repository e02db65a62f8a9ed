package io.relaymq.spring;

import io.relaymq.Subjects;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every kind of subject that a listener can receive, to see which of its routes take it. Two subjects are of one kind
 * if all patterns have got equally far in both; so it ends, whatever the patterns.
 */
final class RouteCheck {

    private static final int LONGEST = Subjects.MAX_SEGMENTS;

    /** Enough for hundreds of routes; what is beyond is found out when it is delivered. */
    private static final int MOST_KINDS = 20_000;

    /** A subject, and the routes that take it. */
    record Finding(String subject, List<Integer> routes) {}

    private record Node(List<Set<Integer>> progress, String subject, int length) {}

    private final List<PatternProgress> wanted;
    private final List<PatternProgress> unwanted;
    private final List<List<PatternProgress>> routes;
    private final Set<String> alphabet = new TreeSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private boolean complete = true;

    /** @param routes the patterns of each route, without exclusions */
    RouteCheck(List<String> patterns, List<List<String>> routes) {
        this.wanted = progress(patterns.stream().filter(pattern -> !pattern.startsWith("!")));
        this.unwanted = progress(
                patterns.stream().filter(pattern -> pattern.startsWith("!")).map(pattern -> pattern.substring(1)));
        this.routes = routes.stream().map(route -> progress(route.stream())).toList();
        all().forEach(pattern -> alphabet.addAll(pattern.literals()));
        alphabet.add(IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "x" + (i == 0 ? "" : i))
                .filter(Predicate.not(alphabet::contains))
                .findFirst()
                .orElseThrow());
        walk();
    }

    private static List<PatternProgress> progress(Stream<String> patterns) {
        return patterns.map(PatternProgress::of).toList();
    }

    private List<PatternProgress> all() {
        return Stream.of(List.of(wanted, unwanted), routes)
                .flatMap(Collection::stream)
                .flatMap(Collection::stream)
                .toList();
    }

    private void walk() {
        List<PatternProgress> all = all();
        Queue<Node> next = new ArrayDeque<>();
        Set<List<Set<Integer>>> seen = new HashSet<>();
        next.add(new Node(all.stream().map(PatternProgress::start).toList(), "", 0));
        for (Node node = next.poll(); node != null; node = next.poll()) {
            judge(node);
            if (seen.size() > MOST_KINDS) {
                complete = false;
                return;
            }
            if (node.length() == LONGEST) {
                continue;
            }
            for (String segment : alphabet) {
                Node longer = longer(node, segment, all);
                if (seen.add(longer.progress())) {
                    next.add(longer);
                }
            }
        }
    }

    private static Node longer(Node node, String segment, List<PatternProgress> all) {
        List<Set<Integer>> progress = IntStream.range(0, all.size())
                .mapToObj(i -> all.get(i).after(node.progress().get(i), segment))
                .toList();
        String subject = node.length() == 0 ? segment : node.subject() + "." + segment;
        return new Node(progress, subject, node.length() + 1);
    }

    private void judge(Node node) {
        boolean[] matched = new boolean[node.progress().size()];
        List<PatternProgress> all = all();
        for (int i = 0; i < matched.length; i++) {
            matched[i] = all.get(i).isEnd(node.progress().get(i));
        }
        int from = wanted.size() + unwanted.size();
        boolean delivered = node.length() > 0
                && (wanted.isEmpty() || any(matched, 0, wanted.size()))
                && !any(matched, wanted.size(), from);
        if (delivered) {
            List<Integer> takers = new ArrayList<>();
            for (int route = 0; route < routes.size(); from += routes.get(route).size(), route++) {
                if (any(matched, from, from + routes.get(route).size())) {
                    takers.add(route);
                }
            }
            findings.add(new Finding(node.subject(), takers));
        }
    }

    private static boolean any(boolean[] values, int from, int to) {
        return IntStream.range(from, to).anyMatch(i -> values[i]);
    }

    /** A shortest subject that several routes take; null if there is none. */
    @Nullable
    Finding ambiguous() {
        return first(finding -> finding.routes().size() > 1);
    }

    /** A shortest subject that no route takes; null if there is none. */
    @Nullable
    Finding untaken() {
        return first(finding -> finding.routes().isEmpty());
    }

    /** Whether all kinds have been seen. If not, what has not been found may still exist. */
    boolean isComplete() {
        return complete;
    }

    /** Whether some subject can come to that route. */
    boolean isReachable(int route) {
        return first(finding -> finding.routes().contains(route)) != null;
    }

    private @Nullable Finding first(Predicate<Finding> wanted) {
        return findings.stream().filter(wanted).findFirst().orElse(null);
    }
}
