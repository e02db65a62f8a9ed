package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Seed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random publishes, reads, settles, copies and caps: every publish drops exactly what a naive model drops. */
@OnEveryServer
class UnreadDropsPropertyTest {

    private static final int ROUNDS = 40;
    private static final int STEPS = 100;
    private static final int LONG_ROUNDS = 10;
    private static final int LONG_STEPS = 600;

    private final Server server;

    UnreadDropsPropertyTest(Server server) {
        this.server = server;
    }

    @Test
    void a_publish_drops_exactly_what_was_trimmed_unread() {
        Random random = Seed.random("a_publish_drops_exactly_what_was_trimmed_unread");
        for (int round = 0; round < ROUNDS; round++) {
            try (TestBroadcast broadcast = new TestBroadcast(server)) {
                new Round(broadcast, random, 8).play(STEPS);
            }
        }
    }

    /** Where a trim does not look at who has read what, because it looked a while ago. */
    @Test
    void so_it_does_in_a_log_long_enough_to_be_calm() {
        Random random = Seed.random("so_it_does_in_a_log_long_enough_to_be_calm");
        for (int round = 0; round < LONG_ROUNDS; round++) {
            try (TestBroadcast broadcast = new TestBroadcast(server)) {
                new Round(broadcast, random, 100).play(LONG_STEPS);
            }
        }
    }

    private static final class Round {

        private final TestBroadcast broadcast;
        private final Random random;
        private final int most;
        private final UnreadDropsModel model = new UnreadDropsModel();

        Round(TestBroadcast broadcast, Random random, int most) {
            this.broadcast = broadcast;
            this.random = random;
            this.most = most;
        }

        void play(int steps) {
            setCap();
            for (int step = 0; step < steps; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> {
                        if (random.nextInt(most) < 8) {
                            setCap();
                        }
                    }
                    case 1 -> subscribe();
                    case 2, 3 -> backfill();
                    case 4, 5 -> read();
                    case 6 -> settle();
                    default -> publish();
                }
            }
            for (String sub : model.names()) {
                assertThat(count(broadcast.redis("HGET", "stats:" + sub, "dropped")))
                        .as(sub)
                        .isEqualTo(model.dropped(sub));
            }
        }

        private void setCap() {
            int cap = 1 + random.nextInt(most);
            broadcast.run(Script.DECLARE, "n", cap + " 0 drop");
            model.cap(cap);
        }

        private void subscribe() {
            if (model.names().size() < 5) {
                String sub = "s" + model.names().size();
                String pattern = List.of("#", "a", "b").get(random.nextInt(3));
                boolean earliest = random.nextBoolean();
                String reply = broadcast.run(
                        Script.SUBSCRIBE, sub, "e-" + sub, "", "shared", earliest ? "0-0" : "$", "", "", pattern);
                model.subscribe(sub, pattern, earliest, reply.contains("copying"));
            }
        }

        private void backfill() {
            for (String sub : model.copying()) {
                int limit = 1 + random.nextInt(4);
                String reply = broadcast.run(Script.BACKFILL, sub, "e-" + sub, limit, "n");
                model.backfill(sub, limit);
                assertThat(reply.contains("copying")).isEqualTo(model.copying().contains(sub));
            }
        }

        private void read() {
            anySub().forEach(sub -> {
                int count = 1 + random.nextInt(most);
                assertThat(numbers(broadcast.read(sub, count), "#(\\d+)")).isEqualTo(model.read(sub, count));
            });
        }

        private void settle() {
            anySub().forEach(sub -> model.handed(sub).ifPresent(number -> {
                broadcast.run(Script.SETTLE, sub, "e-" + sub, "c", "acked", 0, broadcast.id(number));
                model.settle(sub, number);
            }));
        }

        private List<String> anySub() {
            List<String> names = model.names();
            return names.isEmpty() ? List.of() : List.of(names.get(random.nextInt(names.size())));
        }

        private void publish() {
            List<String> subjects = IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(i -> random.nextBoolean() ? "a" : "b")
                    .toList();
            Object[] arguments = new Object[4 + 5 * subjects.size()];
            java.util.Arrays.fill(arguments, "");
            arguments[3] = subjects.size();
            boolean routed = random.nextBoolean();
            if (routed) {
                arguments[0] = broadcast
                        .run(Script.ROUTES, "0", "n")
                        .replaceAll("[\\[\\]]", "")
                        .split(",")[0];
            }
            for (int i = 0; i < subjects.size(); i++) {
                arguments[4 + 5 * i] = subjects.get(i);
                arguments[7 + 5 * i] = routed ? model.wanting(subjects.get(i)) : "";
            }

            String reply = broadcast.run(Script.PUBLISH, arguments);

            Map<String, Integer> drops = model.publish(subjects);
            assertThat(drops(reply)).as("%s", reply).isEqualTo(drops);
            assertThat(broadcast.redis("XLEN", "log")).isEqualTo("" + model.logSize());
            for (String sub : model.names()) {
                assertThat(numbers(broadcast.redis("XRANGE", "inbox:" + sub, "-", "+"), "\\[#(\\d+),"))
                        .as(sub)
                        .isEqualTo(model.inbox(sub));
            }
        }

        private static Map<String, Integer> drops(String reply) {
            return Pattern.compile("(?<![-])\\b(s\\d)(?:, |=)(\\d+)")
                    .matcher(reply)
                    .results()
                    .collect(Collectors.toMap(pair -> pair.group(1), pair -> Integer.valueOf(pair.group(2))));
        }

        private static List<Integer> numbers(String reply, String pattern) {
            return Pattern.compile(pattern)
                    .matcher(reply)
                    .results()
                    .map(number -> Integer.valueOf(number.group(1)))
                    .toList();
        }

        private static int count(String reply) {
            return reply.equals("null") ? 0 : Integer.parseInt(reply);
        }
    }
}
