package io.relaymq.benchmarks.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is compared gives the same answers. */
class MatchingTest {

    private final Random random = new Random(7);

    @ParameterizedTest
    @EnumSource
    void every_way_to_match_agrees_with_the_scan(Matching.Kind kind) {
        for (int round = 0; round < 200; round++) {
            List<String> patterns =
                    IntStream.range(0, 20).mapToObj(i -> pattern()).distinct().toList();
            Matching matching = kind.of(patterns);
            Matching scan = new NaiveScan(patterns);
            for (int i = 0; i < 20; i++) {
                String subject = text(4, "a", "b", "c");
                assertThat(matching.match(subject))
                        .as("%s among %s", subject, patterns)
                        .containsExactlyInAnyOrderElementsOf(scan.match(subject));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_is_measured_hits_one_pattern_or_none(Matching.Kind kind) {
        Matching matching = kind.of(Patterns.of(1_000));

        assertThat(Patterns.hits(1_000, 100))
                .allSatisfy(subject -> assertThat(matching.match(subject)).hasSize(1));
        assertThat(Patterns.misses(1_000, 100))
                .allSatisfy(subject -> assertThat(matching.match(subject)).isEmpty());
    }

    private String pattern() {
        String literal = text(3, "a", "b", "c", "*");
        return random.nextInt(3) == 0 ? literal + ".>" : literal;
    }

    private String text(int most, String... segments) {
        return IntStream.rangeClosed(0, random.nextInt(most))
                .mapToObj(i -> segments[random.nextInt(segments.length)])
                .collect(Collectors.joining("."));
    }
}
