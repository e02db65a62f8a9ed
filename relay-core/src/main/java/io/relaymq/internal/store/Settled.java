package io.relaymq.internal.store;

/**
 * The reply of settle, fail and release. For internal use.
 *
 * @param joined false if the epoch is over
 * @param done how many were changed
 * @param late how many had been taken over
 * @param due whether something in wait is due, as far as was looked
 */
public record Settled(boolean joined, int done, int late, boolean due) {

    public Settled(boolean joined, int done, int late) {
        this(joined, done, late, false);
    }
}
