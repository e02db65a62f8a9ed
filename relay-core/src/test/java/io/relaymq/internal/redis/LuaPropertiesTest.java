package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.InvalidPatternException;
import io.relaymq.InvalidSubjectException;
import io.relaymq.RandomGrammar;
import io.relaymq.Seed;
import io.relaymq.SubjectIndex;
import io.relaymq.SubjectMatcher;
import io.relaymq.SubjectPattern;
import io.relaymq.Subjects;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lua and Java agree on random input: grammar, rows, shapes, matches and whole route tables. */
@OnEveryServer
class LuaPropertiesTest {

    private static final int PATTERNS = 5_000;
    private static final int SUBJECTS = 20;

    /** ARGV: a pattern and subjects. Reply: its row, its shape, and 1 or 0 for each subject. */
    private static final byte[] PATTERN = TestBroadcast.compose("""
            --@include routes
            local pattern, found = canonical(ARGV[1]), {}
            for i = 2, #ARGV do found[i - 1] = matches(pattern, (split(ARGV[i]))) and 1 or 0 end
            local row = row_of(ARGV[1])
            return row .. ' ' .. shape_of(row) .. ' ' .. table.concat(found)
            """);

    /** ARGV: any texts. Reply: what is wrong with each as a subject, and as a pattern. */
    private static final byte[] FAULTS = TestBroadcast.compose("""
            --@include grammar
            local faults = {}
            for i = 1, #ARGV do
              faults[i] = (subject_fault(ARGV[i]) or 'fine') .. '/' .. (pattern_fault(ARGV[i]) or 'fine')
            end
            return table.concat(faults, ';')
            """);

    /** ARGV: a subject. Reply: subscriptions. */
    private static final byte[] ROUTE = TestBroadcast.compose("""
            --@include routes
            --@include routing
            return table.concat(route(KEYS[1], ARGV[1]), ' ')
            """);

    private final TestBroadcast broadcast;

    LuaPropertiesTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    @Test
    void rows_shapes_and_matches_are_those_of_java() {
        RandomGrammar grammar = new RandomGrammar(Seed.random("rows_shapes_and_matches_are_those_of_java"));
        for (int i = 0; i < PATTERNS; i++) {
            SubjectPattern pattern = SubjectPattern.of(grammar.pattern());
            List<String> subjects = IntStream.range(0, SUBJECTS)
                    .mapToObj(n -> grammar.subject())
                    .toList();
            List<Object> arguments = new ArrayList<>(List.of(pattern.text()));
            arguments.addAll(subjects);

            String lua = broadcast.run(PATTERN, arguments.toArray());

            String java =
                    subjects.stream().map(s -> pattern.matches(s) ? "1" : "0").collect(Collectors.joining());
            assertThat(lua)
                    .as("%s with %s", pattern, subjects)
                    .isEqualTo(pattern.row() + " " + pattern.shape() + " " + java);
        }
    }

    @Test
    void what_is_wrong_with_a_text_is_what_java_says() {
        Random random = Seed.random("what_is_wrong_with_a_text_is_what_java_says");
        for (int i = 0; i < 200; i++) {
            List<String> texts =
                    IntStream.range(0, 100).mapToObj(n -> text(random)).toList();

            String lua = broadcast.run(FAULTS, texts.toArray());

            assertThat(lua.split(";", -1))
                    .containsExactlyElementsOf(texts.stream()
                            .map(text -> faultOfSubject(text) + "/" + faultOfPattern(text))
                            .toList());
        }
    }

    private static String text(Random random) {
        String alphabet = random.nextBoolean() ? "ab.a.*>#! \n\0%[" : "a.b.";
        int length = random.nextInt(20) == 0 ? 505 + random.nextInt(12) : random.nextInt(random.nextBoolean() ? 6 : 40);
        return random.ints(length, 0, alphabet.length())
                .mapToObj(at -> alphabet.substring(at, at + 1))
                .collect(Collectors.joining());
    }

    private static String faultOfSubject(String text) {
        try {
            Subjects.requireValid(text);
            return "fine";
        } catch (InvalidSubjectException e) {
            return e.rule() + " " + Math.max(0, e.segment());
        }
    }

    private static String faultOfPattern(String text) {
        try {
            SubjectPattern.of(text);
            return "fine";
        } catch (InvalidPatternException e) {
            return e.rule() + " " + Math.max(0, e.segment());
        }
    }

    @Test
    void random_route_tables_route_as_the_patterns_match_and_as_a_client_routes_by_them() {
        Random random = Seed.random("random_route_tables_route_as_the_patterns_match");
        for (int table = 0; table < 60; table++) {
            Map<String, List<String>> subscriptions = new LinkedHashMap<>();
            RandomGrammar grammar = new RandomGrammar(random);
            for (int change = 0; change < 12; change++) {
                String sub = "s" + random.nextInt(7);
                List<String> patterns = IntStream.rangeClosed(0, random.nextInt(4))
                        .mapToObj(n -> (random.nextInt(4) == 0 ? "!" : "") + grammar.pattern())
                        .toList();
                subscribe(sub, patterns);
                subscriptions.put(sub, patterns);
            }
            assertRoutes(subscriptions, grammar);
            subscriptions.keySet().forEach(sub -> subscribe(sub, List.of("end")));
            assertThat(broadcast.state())
                    .contains("shapes[x] = 1")
                    .filteredOn(line -> line.startsWith("routes") || line.startsWith("shapes"))
                    .hasSize(2);
            broadcast.close();
        }
    }

    private void subscribe(String sub, List<String> patterns) {
        List<Object> arguments = new ArrayList<>(List.of(sub, "n", "", "shared", "$", "", ""));
        arguments.addAll(patterns);
        assertThat(broadcast.run(Script.SUBSCRIBE, arguments.toArray())).matches("\\[(CREATED|CHANGED|EXISTS), .*");
    }

    private void assertRoutes(Map<String, List<String>> subscriptions, RandomGrammar grammar) {
        SubjectIndex<String> client = clientTable();
        for (int i = 0; i < 40; i++) {
            String subject = grammar.subject();
            Set<String> wanted = subscriptions.keySet().stream()
                    .filter(sub ->
                            SubjectMatcher.compile(subscriptions.get(sub)).matches(subject))
                    .collect(Collectors.toCollection(TreeSet::new));

            String lua = broadcast.run(ROUTE, subject);

            assertThat(lua.isEmpty() ? List.of() : List.of(lua.split(" ")))
                    .as("%s in %s", subject, subscriptions)
                    .containsExactlyInAnyOrderElementsOf(wanted);
            assertThat(clientRoutes(client, subject)).as("%s", subject).isEqualTo(wanted);
        }
    }

    /** The table as a client builds it from the rows. */
    private SubjectIndex<String> clientTable() {
        SubjectIndex.Builder<String> index = SubjectIndex.builder();
        for (String line : broadcast.state()) {
            if (line.startsWith("routes[")) {
                String row = line.substring("routes[".length(), line.indexOf("] = "));
                for (String entry : line.substring(line.indexOf("] = ") + 4).split(" ")) {
                    String[] parts = entry.split("=", 2);
                    index.add(spelled(parts.length == 2 ? parts[1] : row), parts[0]);
                }
            }
        }
        return index.build();
    }

    /** Rows spell {@code >} as {@code *.#}, which may be one segment more than a pattern may have. */
    private static String spelled(String canonical) {
        return canonical.endsWith("*.#") ? canonical.substring(0, canonical.length() - 3) + ">" : canonical;
    }

    private static Set<String> clientRoutes(SubjectIndex<String> client, String subject) {
        List<String> entries = client.match(subject);
        return entries.stream()
                .filter(entry -> !entry.startsWith("!") && !entries.contains("!" + entry))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
