package io.relaymq.samples.quakes;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts by name. */
@Component
class Tally {

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    void count(String name) {
        counts.merge(name, 1L, Long::sum);
    }

    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
