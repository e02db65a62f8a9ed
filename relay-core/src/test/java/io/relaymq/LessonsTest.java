package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong in other brokers does not go wrong here. */
class LessonsTest {

    // https://github.com/cloudamqp/lavinmq/issues/1299
    @Test
    void a_star_at_the_end_also_received_deeper_subjects() {
        assertThat(matched("a.*", "a", "a.b", "a.b.c")).containsExactly("a.b");
    }

    // https://github.com/cloudamqp/lavinmq/issues/1607
    @Test
    void a_hash_at_the_end_demanded_a_segment() {
        assertThat(matched("a.*.c.#", "a.b.c", "a.b.c.d", "a.b.c.d.e", "a.c"))
                .containsExactly("a.b.c", "a.b.c.d", "a.b.c.d.e");
    }

    // https://github.com/nats-io/nats-server/issues/219, https://github.com/rabbitmq/rabbitmq-server/issues/14810
    @Test
    void a_tail_was_expected_to_match_its_parent_as_a_hash_does() {
        assertThat(matched("x.>", "x", "x.y", "x.y.z")).containsExactly("x.y", "x.y.z");
        assertThat(matched("x.#", "x", "x.y", "x.y.z")).containsExactly("x", "x.y", "x.y.z");
    }

    // https://github.com/nats-io/nats-server/issues/3245, https://github.com/nats-io/nats-server/pull/1860
    @ParameterizedTest
    @ValueSource(strings = {"a..b", ".a", "a.", ""})
    void a_subject_with_an_empty_segment_was_accepted(String subject) {
        assertThatThrownBy(() -> Subjects.requireValid(subject)).isInstanceOf(InvalidSubjectException.class);
        assertThatThrownBy(() -> SubjectMatcher.all().matches(subject)).isInstanceOf(InvalidSubjectException.class);
    }

    // https://github.com/nats-io/nats-server/issues/375
    @ParameterizedTest
    @ValueSource(strings = {"a.*", "a.>", "#"})
    void a_message_was_published_to_a_wildcard(String subject) {
        assertThatThrownBy(() -> Subjects.requireValid(subject))
                .isInstanceOfSatisfying(
                        InvalidSubjectException.class,
                        e -> assertThat(e.rule()).isEqualTo(GrammarRule.WILDCARD_IN_SUBJECT));
    }

    // https://github.com/nats-io/nats-server/issues/4471
    @ParameterizedTest
    @ValueSource(strings = {"orders-*", "a>b", "a.b#", ">.a"})
    void a_wildcard_glued_to_text_was_taken_as_a_literal(String pattern) {
        assertThatThrownBy(() -> SubjectMatcher.compile(List.of(pattern)))
                .isInstanceOf(InvalidPatternException.class)
                .hasMessageContaining("'" + pattern + "'");
    }

    // https://github.com/nats-io/nats-server/issues/7779
    @Test
    void overlapping_patterns_of_one_subscription_were_an_error_or_two_deliveries() {
        SubjectMatcher matcher = SubjectMatcher.compile(List.of("e.foo.*", "e.*.foo", "e.>"));

        assertThat(matcher.matches("e.foo.foo")).isTrue();
        assertThat(matcher.explain("e.foo.foo").pattern()).isEqualTo(SubjectPattern.of("e.foo.*"));
    }

    // https://github.com/nats-io/nats.rs/issues/1433, https://github.com/nats-io/nats.node/issues/158
    @ParameterizedTest
    @CsvSource({"'a.b c', U+0020", "'a\tb', U+0009", "'a\r\nb', U+000D", "'a\0', U+0000"})
    void a_blank_in_a_subject_injected_protocol(String subject, String character) {
        assertThatThrownBy(() -> Subjects.requireValid(subject))
                .isInstanceOf(InvalidSubjectException.class)
                .hasMessageContaining(character);
    }

    private static List<String> matched(String pattern, String... subjects) {
        return Stream.of(subjects).filter(SubjectPattern.of(pattern)::matches).toList();
    }
}
