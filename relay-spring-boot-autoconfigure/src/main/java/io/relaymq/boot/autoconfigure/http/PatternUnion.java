package io.relaymq.boot.autoconfigure.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Patterns that match whatever one of several lists of patterns matches. */
final class PatternUnion {

    private static final String EVERY = ">";

    private PatternUnion() {}

    /** An exclusion stays only if every list has it. May match more than the lists do, never less. */
    static Set<String> of(Collection<List<String>> lists) {
        Set<String> wanted = new TreeSet<>();
        Set<String> excluded = null;
        for (List<String> list : lists) {
            List<String> positive =
                    list.stream().filter(one -> !one.startsWith("!")).toList();
            wanted.addAll(positive.isEmpty() ? List.of(EVERY) : positive);
            List<String> negative = new ArrayList<>(list);
            negative.removeAll(positive);
            if (excluded == null) {
                excluded = new TreeSet<>(negative);
            } else {
                excluded.retainAll(negative);
            }
        }
        if (excluded != null) {
            wanted.addAll(excluded);
        }
        return wanted;
    }
}
