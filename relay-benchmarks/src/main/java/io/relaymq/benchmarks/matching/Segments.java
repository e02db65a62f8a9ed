package io.relaymq.benchmarks.matching;

import java.util.ArrayList;
import java.util.List;

/** Cuts subjects and patterns for the ways of matching that Relay is compared with. */
final class Segments {

    private Segments() {}

    static String[] of(String text) {
        List<String> segments = new ArrayList<>(8);
        int start = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', start)) {
            segments.add(text.substring(start, dot));
            start = dot + 1;
        }
        segments.add(text.substring(start));
        return segments.toArray(String[]::new);
    }
}
