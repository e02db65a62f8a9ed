package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The grammar and the matching give the verdicts that other, independent implementations gave. */
class ConformanceTest {

    @Test
    void subjects_are_valid_or_not_as_observed() {
        for (JsonNode entry : Vectors.entries("subjects.json", 425)) {
            String subject = entry.get("subject").stringValue();

            assertThat(Subjects.isValid(subject))
                    .as("%s", entry)
                    .isEqualTo(entry.get("valid").booleanValue());
            assertThat(cuts(subject))
                    .as("%s", entry)
                    .isEqualTo(entry.get("valid").booleanValue());
        }
    }

    private static boolean cuts(String subject) {
        try (SubjectSegments ignored = SubjectSegments.of(subject)) {
            return true;
        } catch (InvalidSubjectException e) {
            return false;
        }
    }

    @Test
    void patterns_are_valid_or_not_as_observed() {
        for (JsonNode entry : Vectors.entries("patterns.json", 585)) {
            boolean valid = Grammar.violationInPattern(entry.get("pattern").stringValue()) == null;

            assertThat(valid).as("%s", entry).isEqualTo(entry.get("valid").booleanValue());
        }
    }

    @Test
    void patterns_match_as_observed() {
        for (JsonNode entry : Vectors.entries("matches.json", 2468)) {
            assertMatchesAsObserved(entry);
        }
    }

    @Test
    void patterns_with_hashes_match_as_observed_in_a_topic_exchange() {
        int refused = 0;
        for (JsonNode entry : Vectors.entries("amqp-matches.json", 6376)) {
            String pattern = entry.get("pattern").stringValue();
            if (hasGluedWildcard(pattern)) {
                assertThatThrownBy(() -> SubjectPattern.of(pattern))
                        .as("%s", entry)
                        .isInstanceOfSatisfying(
                                InvalidPatternException.class,
                                e -> assertThat(e.rule()).isEqualTo(GrammarRule.GLUED_WILDCARD));
                refused++;
            } else {
                assertMatchesAsObserved(entry);
            }
        }
        assertThat(refused)
                .as("patterns that are literals there and invalid here")
                .isEqualTo(102);
    }

    private static boolean hasGluedWildcard(String pattern) {
        return Stream.of(pattern.split("\\.")).anyMatch(s -> s.length() > 1 && s.matches(".*[*#].*"));
    }

    private static void assertMatchesAsObserved(JsonNode entry) {
        String pattern = entry.get("pattern").stringValue();
        String subject = entry.get("subject").stringValue();
        boolean observed = entry.get("matches").booleanValue();

        assertThat(SubjectPattern.of(pattern).matches(subject)).as("%s", entry).isEqualTo(observed);
        assertThat(SubjectMatcher.compile(List.of(pattern)).matches(subject))
                .as("%s", entry)
                .isEqualTo(observed);
    }

    @Test
    void subjects_are_routed_as_observed_with_all_patterns_of_a_group_at_once() {
        Map<String, SubjectIndex<String>> indexes = new HashMap<>();
        for (JsonNode group : Vectors.read("routes.json").get("groups")) {
            SubjectIndex.Builder<String> index = SubjectIndex.builder();
            group.get("patterns").valueStream().map(JsonNode::stringValue).forEach(p -> index.add(p, p));
            indexes.put(group.get("group").stringValue(), index.build());
        }
        assertThat(indexes).hasSize(34);

        for (JsonNode entry : Vectors.entries("routes.json", 200)) {
            SubjectIndex<String> index =
                    Objects.requireNonNull(indexes.get(entry.get("group").stringValue()));
            List<String> observed = entry.get("matched")
                    .valueStream()
                    .map(JsonNode::stringValue)
                    .toList();

            List<String> matched = index.match(entry.get("subject").stringValue());

            assertThat(matched).as("%s", entry).containsExactlyInAnyOrderElementsOf(new TreeSet<>(observed));
        }
    }
}
