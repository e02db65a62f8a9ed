package io.relaymq.benchmarks.matching;

import io.relaymq.SubjectIndex;
import java.util.ArrayList;
import java.util.List;

/** Relay's own. */
final class IndexMatching implements Matching {

    private final SubjectIndex<Integer> index;

    IndexMatching(List<String> patterns) {
        SubjectIndex.Builder<Integer> builder = SubjectIndex.builder();
        for (int i = 0; i < patterns.size(); i++) {
            builder.add(patterns.get(i), i);
        }
        index = builder.build();
    }

    @Override
    public List<Integer> match(String subject) {
        List<Integer> matches = new ArrayList<>(4);
        index.forEachMatch(subject, matches::add);
        return matches;
    }
}
