package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectMatcherTest {

    @Test
    void a_subject_needs_one_pattern_and_no_exclusion() {
        SubjectMatcher matcher = SubjectMatcher.compile(List.of("orders.>", "!orders.*.debug", "jobs.*"));

        assertThat(matcher.matches("orders.42.status")).isTrue();
        assertThat(matcher.matches("jobs.7")).isTrue();
        assertThat(matcher.matches("orders.42.debug")).isFalse();
        assertThat(matcher.matches("users.1")).isFalse();
    }

    @Test
    void an_exclusion_wins_wherever_it_stands() {
        assertThat(SubjectMatcher.compile(List.of("!a.b", "a.b")).matches("a.b"))
                .isFalse();
        assertThat(SubjectMatcher.compile(List.of("a.b", "!a.b")).matches("a.b"))
                .isFalse();
    }

    @Test
    void exclusions_alone_leave_everything_else() {
        SubjectMatcher matcher = SubjectMatcher.compile(List.of("!audit.>", "!*.debug"));

        assertThat(matcher.matches("audit")).isTrue();
        assertThat(matcher.matches("orders.42")).isTrue();
        assertThat(matcher.matches("audit.x")).isFalse();
        assertThat(matcher.matches("orders.debug")).isFalse();
    }

    @Test
    void no_patterns_mean_every_subject() {
        for (SubjectMatcher matcher :
                List.of(SubjectMatcher.all(), SubjectMatcher.compile(null), SubjectMatcher.compile(List.of()))) {
            assertThat(matcher.matches("any.thing")).isTrue();
            assertThat(matcher.patterns()).isEmpty();
        }
    }

    @Test
    void patterns_keep_their_order_and_count_once() {
        SubjectMatcher matcher = SubjectMatcher.compile(List.of("b", "!c", "a", "b", "!c"));

        assertThat(matcher.patterns()).containsExactly("b", "!c", "a");
        assertThat(matcher).hasToString("SubjectMatcher[b, !c, a]");
    }

    @Test
    void an_invalid_subject_is_refused_even_by_the_matcher_of_everything() {
        assertThatThrownBy(() -> SubjectMatcher.all().matches("a.*")).isInstanceOf(InvalidSubjectException.class);
    }

    @Test
    void the_explanation_names_the_first_pattern_that_matched() {
        var explanation =
                SubjectMatcher.compile(List.of("x", "orders.*", "orders.>")).explain("orders.1");

        assertThat(explanation.matched()).isTrue();
        assertThat(explanation.pattern()).isEqualTo(SubjectPattern.of("orders.*"));
        assertThat(explanation).hasToString("Subject 'orders.1' is matched by 'orders.*'.");
    }

    @Test
    void the_explanation_names_the_exclusion() {
        var explanation = SubjectMatcher.compile(List.of("orders.*", "!*.1")).explain("orders.1");

        assertThat(explanation.matched()).isFalse();
        assertThat(explanation.pattern()).isEqualTo(SubjectPattern.of("!*.1"));
        assertThat(explanation.reason()).isEqualTo("Subject 'orders.1' is excluded by '!*.1'.");
    }

    @Test
    void the_explanation_says_that_nothing_matches() {
        var explanation =
                SubjectMatcher.compile(List.of("a", "b", "c", "d", "e", "f")).explain("orders.1");

        assertThat(explanation.matched()).isFalse();
        assertThat(explanation.pattern()).isNull();
        assertThat(explanation.reason())
                .isEqualTo("Subject 'orders.1' is not matched: none of the patterns (a, b, c, d, e, ...) matches it.");
    }

    @Test
    void the_explanation_says_why_everything_matches() {
        assertThat(SubjectMatcher.all().explain("a"))
                .isEqualTo(new SubjectMatcher.Explanation(
                        true, null, "Subject 'a' is matched: without patterns every subject is."));
        assertThat(SubjectMatcher.compile(List.of("!b", "!c")).explain("a"))
                .isEqualTo(new SubjectMatcher.Explanation(
                        true, null, "Subject 'a' is matched: none of the exclusions (!b, !c) matches it."));
    }

    @Test
    void the_explanation_says_that_the_subject_is_invalid() {
        var explanation = SubjectMatcher.all().explain("a..b");

        assertThat(explanation.matched()).isFalse();
        assertThat(explanation.reason()).startsWith("Invalid subject 'a..b': segment 2 (position 2) is empty.");
    }
}
