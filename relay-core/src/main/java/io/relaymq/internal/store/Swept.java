package io.relaymq.internal.store;

/** The reply of a sweep. For internal use. */
public record Swept(Verdict verdict, int madeDue, int stalls, int deadLettered, boolean more) {

    /** Whether the sweep was carried out. */
    public enum Verdict {
        OK,
        JOIN,
        GRACE,
        EARLY
    }
}
