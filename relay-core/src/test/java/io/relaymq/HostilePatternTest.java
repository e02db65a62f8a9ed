package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No pattern makes matching explode: the steps are counted, not timed. */
class HostilePatternTest {

    private static final int BOUND = Subjects.MAX_SEGMENTS * Subjects.MAX_SEGMENTS;

    @ParameterizedTest
    @CsvSource({
        "#.a.#.a.#.a.#.a.#.a.#.a.#.a.#.b, false",
        "#.a.#.a.#.a.#.a.#.a.#.a.#.a.b.#, false",
        "#.a.#.a.#.a.#.a.#.a.#.a.#.a.#.a, true",
        "#.a.a.a.a.a.a.a.b.#.a.a.a.a.a.b, false",
        "#.*.#.*.#.*.#.*.#.*.#.*.#.*.#.b, false",
        "#.*.a.#.*.a.#.*.a.#.*.a.#.*.a.b, false"
    })
    void patterns_full_of_hashes_take_a_bounded_number_of_steps(String pattern, boolean matches) {
        CountingSegments subject = new CountingSegments();
        subject.cut("a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a");

        assertThat(CanonicalPattern.of(pattern).matches(subject)).isEqualTo(matches);
        assertThat(subject.compared).isLessThanOrEqualTo(BOUND);
    }

    @Test
    void no_random_pattern_of_full_length_takes_more_steps() {
        Random random = Seed.random("hostile");
        int most = 0;
        for (int i = 0; i < 100_000; i++) {
            CountingSegments subject = new CountingSegments();
            subject.cut(segments(random, "a", "a", "a", "b"));
            CanonicalPattern.of(segments(random, "#", "#", "*", "a", "a", "b")).matches(subject);
            most = Math.max(most, subject.compared);
        }
        assertThat(most).isBetween(16, BOUND);
    }

    private static String segments(Random random, String... from) {
        return IntStream.range(0, Subjects.MAX_SEGMENTS)
                .mapToObj(i -> from[random.nextInt(from.length)])
                .collect(Collectors.joining("."));
    }

    private static final class CountingSegments extends SubjectSegments {
        private int compared;

        @Override
        boolean isAt(int segment, String pattern, int at) {
            compared++;
            return super.isAt(segment, pattern, at);
        }
    }
}
