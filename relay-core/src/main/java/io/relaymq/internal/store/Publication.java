package io.relaymq.internal.store;

import java.util.List;
import java.util.Map;

/** The reply of a publish: the generation in force, and one id and number of copies per message. For internal use. */
public record Publication(
        String generation, long trimmed, List<Appended> appended, Map<String, Long> unreadDrops, List<String> missing) {

    /** One message in the log. */
    public record Appended(String id, int copies, boolean duplicate) {}
}
