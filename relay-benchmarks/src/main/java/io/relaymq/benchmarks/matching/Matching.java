package io.relaymq.benchmarks.matching;

import java.util.List;

/** A way to find, among many patterns, the values of those that match a subject. */
public interface Matching {

    /** The values of the matching patterns, in any order. */
    List<Integer> match(String subject);

    /** The kinds that are compared, and how each is made. */
    enum Kind {
        RELAY_INDEX {
            @Override
            Matching of(List<String> patterns) {
                return new IndexMatching(patterns);
            }
        },
        LEVEL_TRIE {
            @Override
            Matching of(List<String> patterns) {
                return new LevelTrie(patterns);
            }
        },
        NAIVE_SCAN {
            @Override
            Matching of(List<String> patterns) {
                return new NaiveScan(patterns);
            }
        },
        RELAY_INDEX_CACHED {
            @Override
            Matching of(List<String> patterns) {
                return new ResultCache(new IndexMatching(patterns));
            }
        },
        LEVEL_TRIE_CACHED {
            @Override
            Matching of(List<String> patterns) {
                return new ResultCache(new LevelTrie(patterns));
            }
        };

        /** Of these patterns; a pattern's value is its place in the list. */
        abstract Matching of(List<String> patterns);

        /** As tables show it. */
        String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }
}
