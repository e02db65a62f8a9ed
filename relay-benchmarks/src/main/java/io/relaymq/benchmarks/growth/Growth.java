package io.relaymq.benchmarks.growth;

import io.relaymq.benchmarks.report.Series;

/** Something that grows. */
public interface Growth {

    /** For the command line and for files. */
    String name();

    /**
     * Measures it.
     *
     * @param quick whether to stay small: to see that it works
     */
    Series measure(boolean quick) throws Exception;
}
