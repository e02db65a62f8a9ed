package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the patterns and subjects: pattern, canonical pattern, matcher, index and rows say what the plain meaning says. */
class MatchingPropertiesTest {

    private static final int PATTERNS = 100;
    private static final int SUBJECTS = 150;
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_%-]+");

    @Test
    void every_way_to_match_agrees_with_the_plain_meaning() {
        RandomGrammar grammar = new RandomGrammar(Seed.random("matching"));
        long pairs = 0;
        long matches = 0;
        while (pairs < 1_200_000) {
            List<String> patterns =
                    Stream.generate(grammar::pattern).distinct().limit(PATTERNS).toList();
            Candidates candidates = new Candidates(patterns);
            for (int i = 0; i < SUBJECTS; i++) {
                matches += candidates.check(grammar.subject());
                pairs += PATTERNS;
            }
        }
        assertThat(matches).as("pairs that matched, of %s", pairs).isBetween(pairs / 20, pairs / 2);
    }

    /** A pattern in the forms in which it can be matched alone. */
    private record Candidate(List<String> segments, SubjectPattern read, SubjectPattern canonical) {

        static Candidate of(String pattern) {
            String canonical = SubjectPattern.of(pattern).canonical();
            // The canonical pattern may be one segment too long to be read.
            boolean readable = Grammar.violationInPattern(canonical) == null;
            return new Candidate(
                    List.of(pattern.split("\\.")),
                    SubjectPattern.of(pattern),
                    SubjectPattern.of(readable ? canonical : pattern));
        }
    }

    /** Many patterns, alone and in one index. */
    private static final class Candidates {
        private final List<Candidate> candidates;
        private final SubjectIndex<String> index;

        Candidates(List<String> patterns) {
            candidates = patterns.stream().map(Candidate::of).toList();
            SubjectIndex.Builder<String> builder = SubjectIndex.builder();
            patterns.forEach(pattern -> builder.add(pattern, pattern));
            index = builder.build();
        }

        /** Returns how many matched. */
        int check(String subject) {
            List<String> cut = List.of(subject.split("\\."));
            Set<String> expected = new HashSet<>();
            for (Candidate candidate : candidates) {
                boolean matches = PlainMatch.matches(candidate.segments(), cut);
                if (candidate.read().matches(subject) != matches
                        || candidate.canonical().matches(subject) != matches) {
                    throw new AssertionError("%s matches %s: should be %s".formatted(candidate, subject, matches));
                }
                if (matches) {
                    expected.add(candidate.read().text());
                }
            }
            List<String> found = index.match(subject);
            if (found.size() != expected.size() || !expected.equals(new HashSet<>(found))) {
                assertThat(found).as(subject).containsExactlyInAnyOrderElementsOf(expected);
            }
            return expected.size();
        }
    }

    @Test
    void a_matcher_is_some_positive_pattern_and_no_exclusion() {
        Random random = Seed.random("exclusions");
        RandomGrammar grammar = new RandomGrammar(random);
        for (int round = 0; round < 20_000; round++) {
            List<String> patterns = Stream.generate(() -> (random.nextInt(3) == 0 ? "!" : "") + grammar.pattern())
                    .limit(1 + random.nextInt(6))
                    .toList();
            SubjectMatcher matcher = SubjectMatcher.compile(patterns);
            for (int i = 0; i < 10; i++) {
                String subject = grammar.subject();
                boolean expected = plainly(patterns, subject);

                assertThat(matcher.matches(subject) == expected
                                && matcher.explain(subject).matched() == expected)
                        .as("%s matches %s: should be %s", patterns, subject, expected)
                        .isTrue();
            }
        }
    }

    private static boolean plainly(List<String> patterns, String subject) {
        List<String> cut = List.of(subject.split("\\."));
        List<String> wanted = patterns.stream().filter(p -> !p.startsWith("!")).toList();
        return (wanted.isEmpty() || wanted.stream().anyMatch(p -> plainly(p, cut)))
                && patterns.stream().filter(p -> p.startsWith("!")).noneMatch(p -> plainly(p.substring(1), cut));
    }

    private static boolean plainly(String pattern, List<String> subject) {
        return PlainMatch.matches(List.of(pattern.split("\\.")), subject);
    }

    @Test
    void rows_and_shapes_are_enough_to_find_every_match() {
        RandomGrammar grammar = new RandomGrammar(Seed.random("rows"));
        for (int round = 0; round < 200; round++) {
            Map<String, Set<SubjectPattern>> rows = new HashMap<>();
            Set<String> shapes = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                SubjectPattern pattern = SubjectPattern.of(grammar.pattern());
                rows.computeIfAbsent(pattern.row(), row -> new HashSet<>()).add(pattern);
                shapes.add(pattern.shape());
            }
            for (int i = 0; i < 50; i++) {
                String subject = grammar.subject();
                Set<SubjectPattern> all =
                        rows.values().stream().flatMap(Set::stream).collect(Collectors.toSet());

                assertThat(RowLookup.find(rows, shapes, subject))
                        .as(subject)
                        .isEqualTo(all.stream().filter(p -> p.matches(subject)).collect(Collectors.toSet()));
            }
        }
    }

    @Test
    void any_text_survives_encoding() {
        Random random = Seed.random("encoding");
        for (int i = 0; i < 200_000; i++) {
            String text = random.ints(1 + random.nextInt(12), 0, random.nextBoolean() ? 0x180 : 0x110000)
                    .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .append('x')
                    .toString();

            String segment = Subjects.encodeSegment(text);

            if (!SEGMENT.matcher(segment).matches()
                    || !Subjects.decodeSegment(segment).equals(text)) {
                throw new AssertionError("'%s' became '%s'".formatted(text, segment));
            }
        }
    }

    @Test
    void both_checks_of_a_subject_agree_on_any_text() {
        Random random = Seed.random("checks");
        String characters = "ab...*>#!%:-_ \u0000\u007fü€";
        for (int i = 0; i < 300_000; i++) {
            int alphabet = random.nextBoolean() ? 3 : characters.length();
            String text = random.ints(random.nextInt(40), 0, alphabet)
                    .collect(StringBuilder::new, (s, c) -> s.append(characters.charAt(c)), StringBuilder::append)
                    .toString();

            if (cuts(text) != Subjects.isValid(text)) {
                throw new AssertionError("The two checks disagree on '%s'".formatted(text));
            }
        }
    }

    private static boolean cuts(String text) {
        try (SubjectSegments segments = SubjectSegments.of(text)) {
            return segments.count() > 0;
        } catch (InvalidSubjectException e) {
            return false;
        }
    }
}
