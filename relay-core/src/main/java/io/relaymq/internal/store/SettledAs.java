package io.relaymq.internal.store;

/** How a delivery was settled for good. For internal use. */
public enum SettledAs {
    /** Its handler returned. */
    ACKED,
    /** Its time to live was over. */
    EXPIRED
}
