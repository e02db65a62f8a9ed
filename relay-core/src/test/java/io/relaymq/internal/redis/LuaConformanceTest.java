package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Vectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The scripts give the verdicts that other, independent implementations gave. */
@OnEveryServer
class LuaConformanceTest {

    /** ARGV: a pattern, then subjects. Reply: 1 or 0 for each. */
    private static final byte[] ROUTER = TestBroadcast.compose("""
            --@include routes
            --@include routing
            add_routes(KEYS[1], 's', { ARGV[1] })
            local found = {}
            for i = 2, #ARGV do found[i - 1] = #route(KEYS[1], ARGV[i]) end
            remove_routes(KEYS[1], 's', { ARGV[1] })
            return table.concat(found)
            """);

    private final Server server;
    private final TestBroadcast broadcast;

    LuaConformanceTest(Server server) {
        this.server = server;
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    @Test
    void publish_takes_and_refuses_subjects_as_observed() {
        for (JsonNode entry : Vectors.entries("subjects.json", 425)) {
            byte[] subject = Wtf8.encode(entry.get("subject").stringValue());

            String reply = broadcast.run(Script.PUBLISH, "", "n", "", 1, subject, "", "", "", "");

            assertThat(!reply.startsWith("INVALID_SUBJECT "))
                    .as("%s: %s", entry, reply)
                    .isEqualTo(entry.get("valid").booleanValue());
        }
    }

    @Test
    void subscribe_takes_and_refuses_patterns_as_observed() {
        for (JsonNode entry : Vectors.entries("patterns.json", 585)) {
            byte[] pattern = Wtf8.encode(entry.get("pattern").stringValue());

            String reply = broadcast.run(Script.SUBSCRIBE, "s", "n", "", "shared", "$", "", "", pattern);

            assertThat(!reply.startsWith("INVALID_PATTERN "))
                    .as("%s: %s", entry, reply)
                    .isEqualTo(entry.get("valid").booleanValue());
        }
    }

    @Test
    void patterns_are_routed_as_they_match() {
        assertRoutesAsObserved(Vectors.entries("matches.json", 2468));
    }

    @Test
    void patterns_with_hashes_are_routed_as_in_a_topic_exchange_and_what_is_invalid_here_is_refused() {
        List<JsonNode> valid = new ArrayList<>();
        int refused = 0;
        for (JsonNode entry : Vectors.entries("amqp-matches.json", 6376)) {
            if (isValidHere(entry.get("pattern").stringValue())) {
                valid.add(entry);
            } else {
                String pattern = entry.get("pattern").stringValue();
                assertThat(broadcast.run(Script.SUBSCRIBE, "s", "n", "", "shared", "$", "", "", pattern))
                        .as("%s", entry)
                        .matches("INVALID_PATTERN (GLUED_WILDCARD|ILLEGAL_CHARACTER) .*");
                refused++;
            }
        }
        assertThat(refused).isEqualTo(102 + 111);
        assertRoutesAsObserved(valid);
    }

    private static boolean isValidHere(String pattern) {
        return pattern.matches("([A-Za-z0-9_:%-]+|[*#])(\\.([A-Za-z0-9_:%-]+|[*#]))*");
    }

    private void assertRoutesAsObserved(List<JsonNode> entries) {
        Map<String, List<JsonNode>> byPattern = entries.stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.get("pattern").stringValue(), LinkedHashMap::new, Collectors.toList()));
        byPattern.forEach((pattern, same) -> {
            List<Object> arguments = new ArrayList<>(List.of(pattern));
            same.forEach(entry -> arguments.add(entry.get("subject").stringValue()));

            String routed = broadcast.run(ROUTER, arguments.toArray());

            String observed = same.stream()
                    .map(entry -> entry.get("matches").booleanValue() ? "1" : "0")
                    .collect(Collectors.joining());
            assertThat(routed).as("%s", same).isEqualTo(observed);
        });
        assertThat(broadcast.state()).isEmpty();
    }

    @Test
    void messages_reach_the_inboxes_observed_with_all_patterns_of_a_group_subscribed() {
        Map<String, List<JsonNode>> entries = Vectors.entries("routes.json", 200).stream()
                .collect(Collectors.groupingBy(entry -> entry.get("group").stringValue()));
        for (JsonNode group : Vectors.read("routes.json").get("groups")) {
            List<String> patterns = texts(group.get("patterns"));
            try (TestBroadcast all = new TestBroadcast(server)) {
                assertReachesInboxes(
                        all, patterns, entries.getOrDefault(group.get("group").stringValue(), List.of()));
            }
        }
    }

    private static void assertReachesInboxes(TestBroadcast all, List<String> patterns, List<JsonNode> entries) {
        for (int i = 0; i < patterns.size(); i++) {
            all.run(Script.SUBSCRIBE, "p" + i, "n" + i, "", "shared", "$", "", "", patterns.get(i));
        }
        for (int i = 0; i < entries.size(); i++) {
            all.run(
                    Script.PUBLISH,
                    "",
                    "n",
                    "",
                    1,
                    entries.get(i).get("subject").stringValue(),
                    "",
                    i,
                    "",
                    "");
        }
        Map<Integer, Set<String>> reached = new HashMap<>();
        for (String line : all.state()) {
            if (line.startsWith("inbox:p") && line.contains(" d=")) {
                String pattern = patterns.get(Integer.parseInt(line.replaceFirst("inbox:p([0-9]+) .*", "$1")));
                int message = Integer.parseInt(line.replaceFirst(".* d=([0-9]+) .*", "$1"));
                reached.computeIfAbsent(message, number -> new TreeSet<>()).add(pattern);
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            assertThat(reached.getOrDefault(i, Set.of()))
                    .as("%s", entries.get(i))
                    .containsExactlyInAnyOrderElementsOf(
                            new TreeSet<>(texts(entries.get(i).get("matched"))));
        }
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::stringValue).toList();
    }
}
