package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Twenty thousand of everything, in bounded steps. */
@OnEveryServer
class LargeBacklogTest {

    private static final int MANY = 20_000;

    /** ARGV: the number of elements, and the command's words with {@code ID} in place of each element's id. */
    private static final byte[] FILL = TestBroadcast.compose("""
            for i = 1, tonumber(ARGV[1]) do
              local words = {}
              for n = 2, #ARGV do
                words[n - 1] = string.gsub(string.gsub(ARGV[n], 'ID', i .. '-0'), '^@', KEYS[1])
              end
              redis.call(unpack(words))
            end
            return 'OK'
            """);

    /** The bound of lib/window.lua. */
    private static final int LISTED = 4_000;

    private final TestBroadcast broadcast;
    private final Server server;

    LargeBacklogTest(Server server) {
        this.server = server;
        broadcast = new TestBroadcast(server);
        broadcast.redis("HSET", "meta", "v", "1", "gen", "g1", "inc", "i1", "beat:s", "1000000");
        broadcast.subscription("99999-0");
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private void fill(String... words) {
        List<Object> arguments = new ArrayList<>(List.of(MANY));
        arguments.addAll(List.of(words));
        assertThat(broadcast.run(FILL, arguments.toArray())).isEqualTo("OK");
    }

    private void manyCopies() {
        fill("XADD", "@inbox:s", "ID", "s", "a.b", "d", "data", "h", "{}");
    }

    private void manyWaiting() {
        fill("HSET", "@wait:s", "ID", "3 2 0\na.b{}data");
    }

    private String tokens(String behind) {
        return IntStream.rangeClosed(1, MANY).mapToObj(i -> i + "-0" + behind).collect(Collectors.joining(" "));
    }

    private int sweeps() {
        int calls = 0;
        String reply;
        do {
            reply = broadcast.run(Script.SWEEP, "s", "e1", 30_000, 500, 3, 0, 100);
            assertThat(reply).startsWith("[OK, ");
            calls++;
        } while (reply.endsWith(", 1]"));
        return calls;
    }

    @Test
    void orphans_are_swept_in_steps() {
        manyCopies();

        assertThat(sweeps()).isEqualTo(MANY / 500 + 1);
        assertThat(broadcast.redis("ZCARD", "due:s")).isEqualTo("" + MANY);
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("0");
    }

    @Test
    void what_a_dead_consumer_had_started_is_swept_in_steps() {
        manyCopies();
        broadcast.record("dead", "900000 30000 1 99999-0 0 " + tokens("!"));

        assertThat(sweeps()).isEqualTo(MANY / 500 + 1);
        assertThat(broadcast.redis("HGET", "stats:s", "stalled")).isEqualTo("" + MANY);
        assertThat(broadcast.redis("HLEN", "flight:s")).isEqualTo("0");
    }

    @Test
    void what_a_dead_consumer_had_taken_is_swept_in_steps() {
        manyWaiting();
        fill("HSET", "@taken:s", "ID", "dead 7");

        assertThat(sweeps()).isEqualTo(MANY / 500);
        assertThat(broadcast.redis("HLEN", "taken:s")).isEqualTo("0");
    }

    @Test
    void a_long_list_of_a_live_consumer_is_passed_over() {
        manyCopies();
        broadcast.record("c", "1030000 30000 1 99999-0 0 " + tokens(""));

        long before = reads();
        int calls = sweeps();
        assertThat(calls).isBetween(MANY / LISTED, 3 * MANY / LISTED);
        assertThat(reads() - before).isLessThanOrEqualTo(MANY + calls);
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("" + MANY);
    }

    @Test
    void one_call_of_a_sweep_passes_a_bounded_number_of_listed_ids_and_the_calls_together_find_every_orphan() {
        manyCopies();
        Set<String> orphans = Set.of("1-0", "4000-0", "4001-0", "9999-0", "20000-0");
        broadcast.record("a", "1030000 30000 1 99999-0 0 " + tokensWithout(orphans, 0));
        broadcast.record("b", "1030000 30000 1 99999-0 0 " + tokensWithout(orphans, 1));
        broadcast.taken("7-7", "dead 3");

        int calls = 0;
        String reply;
        do {
            long before = reads();
            reply = broadcast.run(Script.SWEEP, "s", "e1", 30_000, 500, 3, 0, 100);
            assertThat(reads() - before).isLessThanOrEqualTo(LISTED + 10);
            calls++;
        } while (reply.endsWith(", 1]"));

        assertThat(calls).isGreaterThan(2);
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("" + (MANY - orphans.size()));
        assertThat(broadcast.redis("ZCARD", "due:s")).isEqualTo("" + (orphans.size() + 1));
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("stats:s[sweeping"));
    }

    @Test
    void a_pass_that_took_longer_than_a_lock_duration_forgets_no_dead_consumer() {
        manyCopies();
        broadcast.record("c", "9030000 9000000 1 99999-0 0 " + tokens(""));
        broadcast.record("dead", "900000 30000 1 99999-0 0 ");
        broadcast.redis("HSET", "stats:s", "sweeping", "19000-0 960000");

        assertThat(broadcast.run(Script.SWEEP, "s", "e1", 30_000, 500, 3, 0, 100))
                .isEqualTo("[OK, 0, 0, 0, 0]");
        assertThat(broadcast.redis("HEXISTS", "flight:s", "dead")).isEqualTo("1");
        assertThat(broadcast.redis("HEXISTS", "stats:s", "tidy")).isEqualTo("0");
        assertThat(sweeps()).isPositive();
        assertThat(broadcast.redis("HEXISTS", "flight:s", "dead")).isEqualTo("0");
    }

    private String tokensWithout(Set<String> orphans, int half) {
        return IntStream.rangeClosed(1, MANY)
                .filter(i -> i % 2 == half)
                .mapToObj(i -> i + "-0")
                .filter(id -> !orphans.contains(id))
                .collect(Collectors.joining(" "));
    }

    /** How many range reads the server has answered. */
    private long reads() {
        return server.redis()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_xrange:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*calls=([0-9]+).*", "$1")))
                .sum();
    }

    @Test
    void what_is_due_is_taken_in_steps() {
        manyWaiting();
        fill("ZADD", "@due:s", "5", "ID");
        broadcast.record("c", "1030000 30000 1 99999-0 0 ");

        for (int left = MANY; left > 0; left -= 1_000) {
            assertThat(broadcast.redis("ZCARD", "due:s")).isEqualTo("" + left);
            broadcast.run(Script.TAKE, "s", "e1", "c", 1_000, 30_000, 0);
        }
        assertThat(broadcast.redis("HLEN", "taken:s")).isEqualTo("" + MANY);
    }

    @Test
    void unread_copies_are_dropped_in_steps_behind_older_ones_that_were_handed_out() {
        broadcast.redis("DEL", "inbox:s");
        broadcast.group("1-0");
        manyCopies();
        fill("XADD", "@log", "ID", "s", "a.b", "d", "data", "h", "{}");
        broadcast.redis("HSET", "meta", "max", "10");
        broadcast.redis("ZADD", "unread", "0", "s");

        for (int left = MANY + 1; left > 1_010; left -= 999) {
            assertThat(broadcast.redis("XLEN", "log")).isEqualTo("" + (left - 1));
            assertThat(broadcast.run(Script.PUBLISH, "g1", "n", "", 1, "b", "", "", "", ""))
                    .contains(" 1000 s=");
        }
        broadcast.run(Script.PUBLISH, "g1", "n", "", 1, "b", "", "", "", "");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("10");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("1");
        assertThat(broadcast.redis("HGET", "stats:s", "dropped")).isEqualTo("" + (MANY - 1));
    }

    @Test
    void a_lost_inbox_makes_all_that_was_taken_due() {
        manyWaiting();
        fill("HSET", "@taken:s", "ID", "dead 7");
        broadcast.redis("DEL", "inbox:s");

        assertThat(broadcast.run(Script.SUBSCRIBE, "s", "n", "", "shared", "$", "", "", ">"))
                .startsWith("[REPAIRED, n, live, ");
        assertThat(broadcast.redis("ZCARD", "due:s")).isEqualTo("" + MANY);
    }

    @Test
    void a_lowered_bound_of_dead_letters_converges_by_a_thousand() {
        fill("XADD", "@dead:s", "ID", "i", "ID");
        broadcast.inbox("50000-0", "50001-0");

        broadcast.run(Script.FAIL, "s", "e1", "c", "50000-0", "", "Boom", "", 1, 10);
        assertThat(broadcast.redis("XLEN", "dead:s")).isEqualTo("" + (MANY + 1 - 1_000));
        broadcast.run(Script.FAIL, "s", "e1", "c", "50001-0", "", "Boom", "", 1, 10);
        assertThat(broadcast.redis("HGET", "stats:s", "dead-dropped")).isEqualTo("2000");
    }

    @Test
    void what_is_too_old_goes_in_steps_with_its_unread_copies() {
        broadcast.redis("DEL", "inbox:s");
        broadcast.group("1-0");
        manyCopies();
        fill("XADD", "@log", "ID", "s", "a.b", "d", "data", "h", "{}");
        broadcast.redis("HSET", "meta", "age", "1000");
        broadcast.redis("ZADD", "unread", "0", "s");

        int calls = 0;
        for (; !broadcast.redis("XLEN", "log").equals("0"); calls++) {
            broadcast.run(Script.TRIM);
        }
        assertThat(calls).isBetween(2, 4);
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("1");
        assertThat(broadcast.redis("HGET", "stats:s", "dropped")).isEqualTo("" + (MANY - 1));
    }

    @Test
    void what_is_too_old_goes_in_steps_while_it_is_still_to_be_copied() {
        fill("XADD", "@log", "ID", "s", "a.b", "d", "data", "h", "{}");
        broadcast.redis("HSET", "meta", "age", "1000", "copying", "s");
        broadcast.definition("e1 shared copying 0-0 0-0 0-0 0-0=>");

        for (int calls = 0; !broadcast.redis("XLEN", "log").equals("0"); calls++) {
            assertThat(calls).isLessThan(5);
            broadcast.run(Script.TRIM);
        }
        assertThat(broadcast.redis("HGET", "stats:s", "dropped")).isEqualTo("" + MANY);
    }

    @Test
    void everything_goes_with_its_subscription_and_with_a_seek() {
        manyCopies();
        manyWaiting();
        fill("ZADD", "@due:s", "5", "ID");
        fill("HSET", "@tries:s", "ID", "1 0 5 0");
        fill("XADD", "@dead:s", "ID", "i", "ID");

        assertThat(broadcast.run(Script.SEEK, "s", "e2", "$")).isEqualTo("[OK, " + MANY + ", " + MANY + "]");
        manyCopies();
        assertThat(broadcast.run(Script.UNSUBSCRIBE, "s", "n")).isEqualTo("[DELETED, " + MANY + ", " + MANY + "]");
    }
}
