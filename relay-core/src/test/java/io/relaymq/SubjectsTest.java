package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectsTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "orders.42.status", "A.b-c.d_e.f:g.%2E", "%", ":", "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"})
    void a_valid_subject_is_returned_as_it_is(String subject) {
        assertThat(Subjects.isValid(subject)).isTrue();
        assertThat(Subjects.requireValid(subject)).isSameAs(subject);
    }

    @Test
    void a_subject_may_have_512_bytes_and_no_more() {
        assertThat(Subjects.isValid("a".repeat(512))).isTrue();
        assertThat(Subjects.isValid("a".repeat(513))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "a.b/ü, a%2Eb%2F%C3%BC",
        "A-z_09, A-z_09",
        "50%, 50%25",
        "a:b, a%3Ab",
        "*, %2A",
        ">, %3E",
        "#, %23",
        "!, %21",
        "' ', %20",
        "€, %E2%82%AC",
        "😀, %F0%9F%98%80"
    })
    void text_is_encoded_into_one_segment_and_decoded_again(String text, String segment) {
        assertThat(Subjects.encodeSegment(text)).isEqualTo(segment);
        assertThat(Subjects.decodeSegment(segment)).isEqualTo(text);
    }

    @Test
    void control_characters_survive_encoding() {
        String text = "\u0000\t\r\n\u007f";

        assertThat(Subjects.encodeSegment(text)).isEqualTo("%00%09%0D%0A%7F");
        assertThat(Subjects.decodeSegment("%00%09%0D%0A%7F")).isEqualTo(text);
    }

    @Test
    void an_encoded_segment_makes_a_valid_subject_that_no_pattern_reads_as_more_than_one_segment() {
        String subject = "orders." + Subjects.encodeSegment("a.b.>") + ".status";

        assertThat(Subjects.requireValid(subject)).isEqualTo("orders.a%2Eb%2E%3E.status");
        assertThat(SubjectPattern.of("orders.*.status").matches(subject)).isTrue();
    }

    @Test
    void empty_text_cannot_be_encoded() {
        assertThatThrownBy(() -> Subjects.encodeSegment(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab\ud83d", "ab\ude00", "ab\ud83dx", "ab\ude00\ud83d"})
    void half_a_surrogate_pair_is_refused_instead_of_becoming_a_question_mark(String text) {
        assertThatThrownBy(() -> Subjects.encodeSegment(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 2")
                .hasMessageContaining("surrogate");
    }

    @Test
    void decoding_also_reads_what_encoding_would_not_write() {
        assertThat(Subjects.decodeSegment("a:b%2e%41")).isEqualTo("a:b.A");
    }

    @ParameterizedTest
    @CsvSource({
        "a%, '''%'' is not followed by two hexadecimal digits (position 1)'",
        "a%4, '''%'' is not followed by two hexadecimal digits (position 1)'",
        "a%4g, '''%'' is not followed by two hexadecimal digits (position 1)'",
        "%%41, '''%'' is not followed by two hexadecimal digits (position 0)'",
        "a.b, '''.'' (U+002E) is not allowed (position 1)'",
        "a b, ''' '' (U+0020) is not allowed (position 1)'",
        "a*, '''*'' (U+002A) is not allowed (position 1)'",
        "aü, '''ü'' (U+00FC) is not allowed (position 1)'",
        "%FF, not valid UTF-8",
        "%C3, not valid UTF-8",
        "%C0%AF, not valid UTF-8",
        "%ED%A0%80, not valid UTF-8",
        "'', empty"
    })
    void a_segment_that_no_text_encodes_to_is_refused_with_the_reason(String segment, String reason) {
        assertThatThrownBy(() -> Subjects.decodeSegment(segment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
