package io.relaymq.internal.store;

/**
 * The reply of a bounded step. For internal use.
 *
 * @param joined false if the epoch is over
 * @param done whether nothing is left to do
 * @param tooEarly whether the next step is to be made a while later
 */
public record Step(boolean joined, int moved, boolean done, boolean tooEarly) {

    public Step(boolean joined, int moved, boolean done) {
        this(joined, moved, done, false);
    }

    /** Whether the next step is to follow at once. */
    public boolean goesOn() {
        return joined && !done && !tooEarly;
    }
}
