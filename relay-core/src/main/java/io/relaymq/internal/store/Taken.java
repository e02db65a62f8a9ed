package io.relaymq.internal.store;

import java.util.List;

/** The reply of a take. For internal use. */
public record Taken(Verdict verdict, List<TakenEntry> entries) {

    /** Whether the consumer may take. */
    public enum Verdict {
        OK,
        JOIN,
        LAPSED
    }
}
