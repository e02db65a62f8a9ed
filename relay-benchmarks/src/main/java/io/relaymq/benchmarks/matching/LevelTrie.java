package io.relaymq.benchmarks.matching;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The usual way: a tree with a map of the literal segments per level, and places of their own for {@code *} and {@code >}. */
final class LevelTrie implements Matching {

    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>(2);
        private final List<Integer> values = new ArrayList<>(1);
        private final List<Integer> tailValues = new ArrayList<>(0);
        private @Nullable Node any;
    }

    private final Node root = new Node();

    LevelTrie(List<String> patterns) {
        for (int i = 0; i < patterns.size(); i++) {
            add(Segments.of(patterns.get(i)), i);
        }
    }

    private void add(String[] pattern, int value) {
        Node node = root;
        for (String segment : pattern) {
            if (segment.equals(">")) {
                node.tailValues.add(value);
                return;
            }
            node = child(node, segment);
        }
        node.values.add(value);
    }

    private static Node child(Node node, String segment) {
        if (!segment.equals("*")) {
            return node.literals.computeIfAbsent(segment, missing -> new Node());
        }
        Node any = node.any == null ? new Node() : node.any;
        node.any = any;
        return any;
    }

    @Override
    public List<Integer> match(String subject) {
        List<Integer> matches = new ArrayList<>(4);
        collect(root, Segments.of(subject), 0, matches);
        return matches;
    }

    private static void collect(Node node, String[] subject, int level, List<Integer> matches) {
        if (level == subject.length) {
            matches.addAll(node.values);
            return;
        }
        matches.addAll(node.tailValues);
        Node literal = node.literals.get(subject[level]);
        if (literal != null) {
            collect(literal, subject, level + 1, matches);
        }
        if (node.any != null) {
            collect(node.any, subject, level + 1, matches);
        }
    }
}
