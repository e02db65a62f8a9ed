package io.relaymq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lookup by rows as the datastore does it, with text instead of hashes. */
final class RowLookup {

    private RowLookup() {}

    static Set<SubjectPattern> find(Map<String, Set<SubjectPattern>> rows, Set<String> shapes, String subject) {
        List<String> segments = Arrays.asList(subject.split("\\."));
        Set<SubjectPattern> found = new HashSet<>();
        for (String shape : shapes) {
            for (SubjectPattern candidate : rows.getOrDefault(row(shape, segments), Set.of())) {
                if (!candidate.isResidual() || candidate.matches(subject)) {
                    found.add(candidate);
                }
            }
        }
        return found;
    }

    /** The only row of this shape that can match; a row that does not exist if the subject does not fit. */
    private static String row(String shape, List<String> segments) {
        List<String> row = new ArrayList<>(Arrays.asList(shape.split("\\.")));
        int many = Math.max(row.indexOf("#"), row.indexOf("##"));
        if (many < 0 ? row.size() != segments.size() : row.size() - 1 > segments.size()) {
            return "";
        }
        int prefix = many < 0 ? row.size() : many;
        fill(row.subList(0, prefix), segments);
        if (many >= 0) {
            List<String> suffix = row.subList(many + 1, row.size());
            fill(suffix, segments.subList(segments.size() - suffix.size(), segments.size()));
        }
        return String.join(".", row);
    }

    private static void fill(List<String> shape, List<String> segments) {
        for (int i = 0; i < shape.size(); i++) {
            if (shape.get(i).equals("x")) {
                shape.set(i, segments.get(i));
            }
        }
    }
}
