package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectPatternTest {

    @ParameterizedTest
    @CsvSource({
        "orders.*.status, orders.*.status",
        "a, a",
        "*.*, *.*",
        ">, *.#",
        "#, #",
        "a.>, a.*.#",
        "#.*, *.#",
        "#.#, #",
        "a.#.>, a.*.#",
        "#.*.#.*.b.*, *.*.#.b.*",
        "a.#.*.b.*.#, a.*.#.b.*.#",
        "!a.>, a.*.#"
    })
    void all_spellings_of_one_meaning_share_the_canonical_one(String pattern, String canonical) {
        assertThat(SubjectPattern.of(pattern).canonical()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "orders.*.status, orders.*.status, x.*.x, false",
        "orders.>, orders.*.#, x.*.#, false",
        ">, *.#, *.#, false",
        "#, #, #, false",
        "#.a.*, #.a.*, #.x.*, false",
        "a.#.b.#.c, a.##.c, x.##.x, true",
        "a.#.x.*.#.y.#, a.##, x.##, true",
        "#.b.#, ##, ##, true",
        "!*.#.a.#.b.*, *.##.b.*, *.##.x.*, true",
        "x.X.%, x.X.%, x.x.x, false"
    })
    void a_pattern_knows_its_row_and_shape(String pattern, String row, String shape, boolean residual) {
        SubjectPattern read = SubjectPattern.of(pattern);

        assertThat(read.row()).isEqualTo(row);
        assertThat(read.shape()).isEqualTo(shape);
        assertThat(read.isResidual()).isEqualTo(residual);
    }

    @Test
    void the_longest_pattern_gets_one_segment_longer_and_still_matches() {
        String fifteen = "a.".repeat(15);
        SubjectPattern pattern = SubjectPattern.of(fifteen + ">");

        assertThat(pattern.canonical()).isEqualTo(fifteen + "*.#");
        assertThat(pattern.matches(fifteen + "b")).isTrue();
        assertThat(SubjectIndex.<String>builder().add(pattern, "v").build().match(fifteen + "b"))
                .containsExactly("v");
    }

    @Test
    void an_exclusion_matches_what_it_excludes() {
        SubjectPattern pattern = SubjectPattern.of("!orders.*");

        assertThat(pattern.isExclusion()).isTrue();
        assertThat(pattern.matches("orders.42")).isTrue();
        assertThat(pattern.matches("orders")).isFalse();
        assertThat(pattern.text()).isEqualTo("!orders.*");
    }

    @Test
    void case_matters_and_percent_has_no_meaning() {
        assertThat(SubjectPattern.of("Orders.%2E").matches("Orders.%2E")).isTrue();
        assertThat(SubjectPattern.of("Orders.%2E").matches("orders.%2E")).isFalse();
        assertThat(SubjectPattern.of("Orders.%2E").matches("Orders.%2e")).isFalse();
    }

    @Test
    void an_invalid_subject_is_refused_by_every_pattern() {
        assertThatThrownBy(() -> SubjectPattern.of(">").matches("a..b")).isInstanceOf(InvalidSubjectException.class);
    }

    @Test
    void patterns_are_equal_if_their_texts_are() {
        SubjectPattern pattern = SubjectPattern.of("a.>");

        assertThat(pattern).isEqualTo(SubjectPattern.of("a.>")).hasSameHashCodeAs(SubjectPattern.of("a.>"));
        assertThat(pattern).isNotEqualTo(SubjectPattern.of("!a.>")).isNotEqualTo(SubjectPattern.of("a.*.#"));
        assertThat(pattern).hasToString("a.>");
    }
}
