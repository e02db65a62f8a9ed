package io.relaymq.internal.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The retained values of one broadcast. Every operation is one atomic, bounded step in the datastore. For internal use. */
public interface RetainedStore {

    /** The value of a subject; null if it has none. */
    CompletableFuture<@Nullable Entry> get(String subject);

    /** Some of those that match, after an id ({@code 0-0} first). */
    CompletableFuture<Page> page(List<String> patterns, String after);

    /** Takes one away; false if there is none. */
    CompletableFuture<Boolean> delete(String subject);

    /** Some values, and the id after which to go on; empty = that was all. */
    record Page(List<Entry> entries, String next) {}
}
