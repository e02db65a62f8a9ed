package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule is named with the segment and the position, and the message can be shown to anybody. */
class GrammarErrorsTest {

    @ParameterizedTest
    @CsvSource({
        "'', EMPTY, 0, -1",
        "., EMPTY_SEGMENT, 1, 0",
        ".a, EMPTY_SEGMENT, 1, 0",
        "a., EMPTY_SEGMENT, 2, 2",
        "a..b, EMPTY_SEGMENT, 2, 2",
        "a.b c, ILLEGAL_CHARACTER, 2, 3",
        "a.!b, ILLEGAL_CHARACTER, 2, 2",
        "a.ü, ILLEGAL_CHARACTER, 2, 2",
        "a.*, WILDCARD_IN_SUBJECT, 2, 2",
        "a.>, WILDCARD_IN_SUBJECT, 2, 2",
        "ab.c#, WILDCARD_IN_SUBJECT, 2, 4",
        "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a, TOO_MANY_SEGMENTS, 17, 32",
        "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a., TOO_MANY_SEGMENTS, 17, 32",
        "a.a.a.a.a.a.a.a.a.a.a.a.a.a..a.a, EMPTY_SEGMENT, 15, 28"
    })
    void an_invalid_subject_is_refused_with_rule_segment_and_position(
            String subject, GrammarRule rule, int segment, int position) {
        InvalidSubjectException e = refusedSubject(subject);

        assertThat(e.subject()).isEqualTo(subject);
        assertThat(e.rule()).isEqualTo(rule);
        assertThat(e.segment()).isEqualTo(segment);
        assertThat(e.position()).isEqualTo(position);
    }

    @ParameterizedTest
    @CsvSource({
        "'', EMPTY, 0, -1",
        "!, EMPTY, 0, -1",
        "!!a, ILLEGAL_CHARACTER, 1, 1",
        "a.!b, ILLEGAL_CHARACTER, 2, 2",
        "' ', ILLEGAL_CHARACTER, 1, 0",
        "!.a, EMPTY_SEGMENT, 1, 1",
        "!a..b, EMPTY_SEGMENT, 2, 3",
        "orders*, GLUED_WILDCARD, 1, 6",
        "a.*b, GLUED_WILDCARD, 2, 2",
        "**, GLUED_WILDCARD, 1, 0",
        "a.>>, GLUED_WILDCARD, 2, 2",
        "##, GLUED_WILDCARD, 1, 0",
        "a>b, GLUED_WILDCARD, 1, 1",
        "!a.b#, GLUED_WILDCARD, 2, 4",
        ">.a, TAIL_NOT_LAST, 1, 0",
        "a.>.b, TAIL_NOT_LAST, 2, 2",
        "a.>.>, TAIL_NOT_LAST, 2, 2",
        "*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*, TOO_MANY_SEGMENTS, 17, 32",
        "!*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.>, TOO_MANY_SEGMENTS, 17, 33"
    })
    void an_invalid_pattern_is_refused_with_rule_segment_and_position(
            String pattern, GrammarRule rule, int segment, int position) {
        InvalidPatternException e = refusedPattern(pattern);

        assertThat(e.pattern()).isEqualTo(pattern);
        assertThat(e.rule()).isEqualTo(rule);
        assertThat(e.segment()).isEqualTo(segment);
        assertThat(e.position()).isEqualTo(position);
    }

    @Test
    void too_long_is_said_of_the_whole_and_the_mark_of_exclusion_does_not_count() {
        assertThat(refusedSubject("a".repeat(513)).rule()).isEqualTo(GrammarRule.TOO_LONG);
        assertThat(refusedPattern("a".repeat(513)).position()).isEqualTo(-1);
        assertThat(refusedPattern("!" + "a".repeat(513)).segment()).isZero();
        assertThat(SubjectPattern.of("!" + "a".repeat(512)).isExclusion()).isTrue();
        assertThat(SubjectPattern.of("!*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*").isExclusion())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a..b | Invalid subject 'a..b': segment 2 (position 2) is empty.",
                "a.b c | Invalid subject 'a.b c': segment 2 (position 3): ' ' (U+0020) is not allowed.",
                "a.ü | Invalid subject 'a.ü': segment 2 (position 2): 'ü' (U+00FC) is not allowed.",
                "a.> | Invalid subject 'a.>': segment 2 (position 2): '>' (U+003E) is a wildcard;",
                "\"\" | Invalid subject '': it is empty."
            })
    void the_message_says_what_was_asked_and_what_is_wrong_with_it(String subject, String message) {
        assertThat(refusedSubject(subject)).hasMessageStartingWith(message);
    }

    @Test
    void control_characters_and_lone_surrogates_are_named_and_never_printed() {
        assertThat(refusedSubject("a.b\u0000"))
                .hasMessageStartingWith("Invalid subject 'a.b<U+0000>': segment 2 (position 3): U+0000 is not");
        for (String hostile :
                List.of("a\u0000b", "a\r\nINFO forged", "a\u001b[31m", "a\u202eb", "a\ud800", "a\u2028b")) {
            assertThat(refusedSubject(hostile).getMessage()).matches("[ -~]+");
            assertThat(refusedPattern(hostile).getMessage()).matches("[ -~]+");
        }
    }

    @Test
    void very_long_input_is_abbreviated() {
        InvalidSubjectException e = refusedSubject("a".repeat(1_000_000));

        assertThat(e.getMessage()).contains("... (1000000 characters)").hasSizeLessThan(250);
        assertThat(e.subject()).hasSize(1_000_000);
    }

    @Test
    void a_blank_name_of_a_subscription_is_refused_by_that_word() {
        for (String blank : Arrays.asList("", " ", "\t")) {
            IllegalArgumentException e = catchThrowableOfType(
                    IllegalArgumentException.class,
                    () -> WorkerOptions.of(blank, "orders.*").build());
            assertThat(e).hasMessageContaining("the subscription's name");
        }
    }

    @Test
    void a_blank_entry_of_a_list_is_refused_and_counted_from_one() {
        for (String blank : Arrays.asList("", "  ", "\t", null)) {
            InvalidPatternException e = catchThrowableOfType(
                    InvalidPatternException.class, () -> SubjectMatcher.compile(Arrays.asList("a", blank)));

            assertThat(e.rule()).isEqualTo(GrammarRule.BLANK_ENTRY);
            assertThat(e.pattern()).isEqualTo(blank == null ? "" : blank);
            assertThat(e).hasMessageContaining("entry 2 of 2 is " + (blank == null ? "null" : "blank"));
        }
    }

    @Test
    void an_invalid_pattern_anywhere_in_a_list_is_refused() {
        InvalidPatternException e =
                catchThrowableOfType(InvalidPatternException.class, () -> SubjectMatcher.compile(List.of("a", "!b*")));

        assertThat(e.pattern()).isEqualTo("!b*");
    }

    private static InvalidSubjectException refusedSubject(String subject) {
        return catchThrowableOfType(InvalidSubjectException.class, () -> Subjects.requireValid(subject));
    }

    private static InvalidPatternException refusedPattern(String pattern) {
        return catchThrowableOfType(InvalidPatternException.class, () -> SubjectPattern.of(pattern));
    }
}
