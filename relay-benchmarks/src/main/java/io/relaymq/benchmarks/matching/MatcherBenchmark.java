package io.relaymq.benchmarks.matching;

import io.relaymq.SubjectIndex;
import io.relaymq.SubjectMatcher;
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
import org.openjdk.jmh.infra.Blackhole;

/** Relay's matcher as a consumer asks it, and its index without a list of results: neither allocates anything but the subject. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MatcherBenchmark {

    private static final int SUBJECTS = 4_096;

    @Param({"10", "1000", "100000", "1000000"})
    int patterns;

    @Param({"true", "false"})
    boolean hit;

    private SubjectMatcher matcher = SubjectMatcher.all();
    private SubjectIndex<Integer> index = SubjectIndex.<Integer>builder().build();
    private byte[][] bytes = {};
    private String[] subjects = {};
    private int next;

    /** Builds both. */
    @Setup
    public void build() {
        List<String> texts = Patterns.of(patterns);
        matcher = SubjectMatcher.compile(texts);
        SubjectIndex.Builder<Integer> builder = SubjectIndex.builder();
        for (int i = 0; i < patterns; i++) {
            builder.add(texts.get(i), i);
        }
        index = builder.build();
        List<String> asked = hit ? Patterns.hits(patterns, SUBJECTS) : Patterns.misses(patterns, SUBJECTS);
        subjects = asked.toArray(String[]::new);
        bytes = asked.stream()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** What making the String takes of the figures below. */
    @Benchmark
    public String decodeOnly() {
        return fresh();
    }

    /** Of a String made from bytes, as it comes from the wire. */
    @Benchmark
    public boolean matches() {
        return matcher.matches(fresh());
    }

    /** Of a String that is there: what the matcher itself takes and allocates. */
    @Benchmark
    public boolean matchesKnownString() {
        return matcher.matches(subjects[next++ & (SUBJECTS - 1)]);
    }

    /** The values, handed over one by one. */
    @Benchmark
    public void forEachMatch(Blackhole values) {
        index.forEachMatch(subjects[next++ & (SUBJECTS - 1)], values::consume);
    }

    private String fresh() {
        return new String(bytes[next++ & (SUBJECTS - 1)], StandardCharsets.ISO_8859_1);
    }
}
