package io.relaymq.benchmarks.bars;

/**
 * A bar and how it went.
 *
 * @param what is asked, in words
 * @param bar the limit, in words
 * @param reached what was measured, in words
 * @param held whether that is within the limit
 */
public record Bar(String what, String bar, String reached, boolean held) {

    /** Measures one. */
    public interface Measure {

        /** @param quick whether to be short: to see that it works */
        Bar measure(boolean quick) throws Exception;
    }
}
