package io.relaymq.benchmarks.edge;

import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * One client of a crowd.
 *
 * @param path what it asks for
 * @param wants the numbers of the messages that match what it asks for
 */
record Member(String path, LongPredicate wants, Fate fate) {

    /** How many of so many messages it wants. */
    long share(long published) {
        return LongStream.range(0, published).filter(wants).count();
    }
}
