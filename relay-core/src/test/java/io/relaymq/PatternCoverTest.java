package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternCoverTest {

    private static final String[] SEGMENTS = {"a", "b", "*", "#"};

    @ParameterizedTest
    @CsvSource({
        "orders.>, orders.*.status, true",
        "orders.>, orders.42.status, true",
        "orders.>, orders, false",
        "orders.#, orders, true",
        "orders.alice.>, orders.*.x, false",
        "orders.alice.>, >, false",
        ">, #, true",
        "*, >, false",
        "a.*|a.*.>, a.>, true",
        "#.x, *.x, true",
        "*.x, #.x, false",
        "orders.>|!orders.secret, orders.*, false",
        "orders.>|!orders.secret, orders.*|!orders.secret, true",
        "orders.>|!orders.secret, orders.open, true",
        "orders.*, >|!audit.>, false",
        "!audit.>, >|!audit.>, true",
        "!audit.>, orders.>, true",
        "!audit.>, >, false",
        "a.#.b.#.c, a.b.c, true",
        "a.#.b.#.c, a.*.c, false"
    })
    void says_what_is_covered(String wide, String narrow, boolean covered) {
        assertThat(matcher(wide).covers(matcher(narrow))).isEqualTo(covered);
    }

    @Test
    void a_cover_receives_whatever_the_covered_one_does_and_one_that_is_none_misses_something() {
        Random random = new Random(7);
        List<String> subjects = subjects();
        int covers = 0;
        for (int i = 0; i < 3_000; i++) {
            SubjectMatcher wide = random(random);
            SubjectMatcher narrow = random(random);
            boolean all = subjects.stream().noneMatch(one -> narrow.matches(one) && !wide.matches(one));
            assertThat(wide.covers(narrow)).as("%s covers %s", wide, narrow).isEqualTo(all);
            covers += all ? 1 : 0;
        }
        assertThat(covers).isBetween(100, 2_900);
    }

    private static SubjectMatcher random(Random random) {
        List<String> patterns = new ArrayList<>();
        int n = 1 + random.nextInt(2);
        for (int i = 0; i < n; i++) {
            List<String> segments = new ArrayList<>();
            int length = 1 + random.nextInt(3);
            for (int j = 0; j < length; j++) {
                segments.add(SEGMENTS[random.nextInt(SEGMENTS.length)]);
            }
            patterns.add((random.nextInt(4) == 0 ? "!" : "") + String.join(".", segments));
        }
        return SubjectMatcher.compile(patterns);
    }

    /** All of up to six segments: patterns of three with as many wildcards do not tell longer ones apart. */
    private static List<String> subjects() {
        List<String> all = new ArrayList<>();
        List<String> longest = List.of("a", "b", "c");
        for (int length = 1; length <= 6; length++) {
            all.addAll(longest);
            longest = longest.stream()
                    .flatMap(one -> List.of(one + ".a", one + ".b", one + ".c").stream())
                    .toList();
        }
        return all;
    }

    private static SubjectMatcher matcher(String patterns) {
        return SubjectMatcher.compile(List.of(patterns.split("\\|")));
    }
}
