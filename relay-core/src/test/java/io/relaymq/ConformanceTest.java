package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        Map<GrammarRule, Integer> literalsThereInvalidHere = new EnumMap<>(GrammarRule.class);
        for (JsonNode entry : Vectors.entries("amqp-matches.json", 6376)) {
            GrammarRule broken = brokenRule(entry.get("pattern").stringValue());
            if (broken == null) {
                assertMatchesAsObserved(entry);
            } else {
                assertThatThrownBy(() -> SubjectPattern.of(entry.get("pattern").stringValue()))
                        .as("%s", entry)
                        .isInstanceOfSatisfying(
                                InvalidPatternException.class,
                                e -> assertThat(e.rule()).isEqualTo(broken));
                literalsThereInvalidHere.merge(broken, 1, Integer::sum);
            }
        }
        assertThat(literalsThereInvalidHere)
                .containsOnly(entry(GrammarRule.GLUED_WILDCARD, 102), entry(GrammarRule.ILLEGAL_CHARACTER, 111));
    }

    private static @Nullable GrammarRule brokenRule(String pattern) {
        if (!pattern.matches("[A-Za-z0-9_:%.*#-]+")) {
            return GrammarRule.ILLEGAL_CHARACTER;
        }
        boolean glued = Stream.of(pattern.split("\\.")).anyMatch(s -> s.length() > 1 && s.matches(".*[*#].*"));
        return glued ? GrammarRule.GLUED_WILDCARD : null;
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
