package io.relaymq.benchmarks.matching;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One subject against many patterns; the subject is a new String each time, as it comes from the wire. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MatchingBenchmark {

    /** A power of two. */
    private static final int SUBJECTS = 4_096;

    @Param
    Matching.Kind kind = Matching.Kind.RELAY_INDEX;

    @Param({"10", "1000", "100000", "1000000"})
    int patterns;

    @Param({"true", "false"})
    boolean hit;

    private Matching matching = subject -> List.of();
    private byte[][] subjects = {};
    private int next;

    /** Builds the index. */
    @Setup
    public void build() {
        matching = kind.of(Patterns.of(patterns));
        List<String> texts = hit ? Patterns.hits(patterns, SUBJECTS) : Patterns.misses(patterns, SUBJECTS);
        texts.forEach(this::check);
        subjects = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    private void check(String subject) {
        if (patterns <= 1_000 && matching.match(subject).size() != (hit ? 1 : 0)) {
            throw new IllegalStateException(subject + " matches " + matching.match(subject));
        }
    }

    /** The whole lookup, with a list of what it found. */
    @Benchmark
    public List<Integer> match() {
        return matching.match(subject());
    }

    private String subject() {
        return new String(subjects[next++ & (SUBJECTS - 1)], StandardCharsets.ISO_8859_1);
    }
}
