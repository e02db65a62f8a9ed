package io.relaymq.internal.publish;

import io.relaymq.SubjectIndex;
import io.relaymq.internal.store.Routes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The routes of one generation, in memory. The empty generation knows nothing: the datastore routes by itself. */
final class RouteTable {

    static final RouteTable UNKNOWN = new RouteTable(new Routes("", Map.of()));

    /** A subscription that a pattern belongs to; {@code excluded} if the pattern takes subjects away from it. */
    private record Entry(String subscription, boolean excluded) {}

    private final String generation;
    private final SubjectIndex<Entry> index;

    RouteTable(Routes routes) {
        generation = routes.generation();
        SubjectIndex.Builder<Entry> builder = SubjectIndex.builder();
        routes.rows().forEach((row, entries) -> entries.forEach(entry -> add(builder, row, entry)));
        index = builder.build();
    }

    /** An entry reads {@code sub} or {@code !sub}, with {@code =pattern} behind it if the row is only part of the pattern. */
    private static void add(SubjectIndex.Builder<Entry> builder, String row, String entry) {
        boolean excluded = entry.startsWith("!");
        int pattern = entry.indexOf('=');
        String subscription = entry.substring(excluded ? 1 : 0, pattern < 0 ? entry.length() : pattern);
        builder.add(spelled(pattern < 0 ? row : entry.substring(pattern + 1)), new Entry(subscription, excluded));
    }

    /** Rows spell {@code >} as {@code *.#}, which may be one segment more than a pattern may have. */
    private static String spelled(String canonical) {
        return canonical.endsWith("*.#") ? canonical.substring(0, canonical.length() - 3) + ">" : canonical;
    }

    String generation() {
        return generation;
    }

    List<String> route(String subject) {
        Set<String> wanted = new LinkedHashSet<>();
        List<String> refused = new ArrayList<>();
        index.forEachMatch(subject, entry -> {
            if (entry.excluded()) {
                refused.add(entry.subscription());
            } else {
                wanted.add(entry.subscription());
            }
        });
        refused.forEach(wanted::remove);
        return List.copyOf(wanted);
    }
}
