package io.relaymq.benchmarks.edge;

import java.util.ArrayList;
import java.util.List;

/** Collects what does not hold. Not thread-safe. */
final class Complaints {

    private final List<String> all = new ArrayList<>();

    Complaints unless(boolean holds, String complaint) {
        if (!holds) {
            all.add(complaint);
        }
        return this;
    }

    List<String> all() {
        return List.copyOf(all);
    }
}
