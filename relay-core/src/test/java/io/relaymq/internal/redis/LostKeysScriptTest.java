package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that somebody deletes by hand, one by one, are made again from the others. */
@OnEveryServer
class LostKeysScriptTest {

    private static final String LEASE = "1030000 30000 1 9-0 0 ";

    private final TestBroadcast broadcast;

    LostKeysScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @BeforeEach
    void seed() {
        broadcast.run(Script.DECLARE, "n0", "100 0 drop");
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String subscribe(String sub, String nonce, String start, String... patterns) {
        Object[] all = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {sub, nonce, "", "shared", start, "", ""}, 0, all, 0, 7);
        System.arraycopy(patterns, 0, all, 7, patterns.length);
        return broadcast.run(Script.SUBSCRIBE, all);
    }

    private String publish(String subject) {
        return broadcast.run(Script.PUBLISH, "", "n8", "", 1, subject, "{}", "x", "", "");
    }

    private String sweep() {
        broadcast.redis("HSET", "meta", "beat:s", "1000000");
        return broadcast.run(Script.SWEEP, "s", "e1", 30_000, 100, 3, 5_000, 100);
    }

    // ---- routes

    @Test
    void a_publish_that_routes_here_misses_nobody_whichever_key_of_the_routes_is_gone() {
        subscribe("s", "e1", "$", "a.*", "!a.x", "#.p.#.q");
        subscribe("t", "e2", "$", "a.b", "c.>");
        for (String key : new String[] {"routes", "shapes"}) {
            assertThat(broadcast.change(() -> {
                        broadcast.redis("DEL", key);
                        assertThat(publish("a.b")).contains(", 2, 0]");
                    }))
                    .as(key)
                    .noneMatch(line -> line.matches(". (routes|shapes|meta).*"));
        }
        broadcast.redis("DEL", "routes");
        broadcast.redis("DEL", "shapes");
        assertThat(publish("a.b")).contains(", 2, 0]");
        broadcast.redis("HDEL", "routes", "a.b");
        assertThat(publish("a.b")).contains(", 2, 0]");
    }

    @Test
    void a_delayed_message_misses_nobody_either() {
        subscribe("s", "e1", "$", "a.*");
        broadcast.run(Script.SCHEDULE, "n1", "", 1, "a.b", "{}", "x", "+0", "");
        broadcast.redis("DEL", "routes");

        broadcast.run(Script.PROMOTE, 10);

        assertThat(broadcast.read("s", 10)).isEqualTo("#1");
    }

    @Test
    void who_reads_the_table_is_given_the_whole_under_a_new_generation() {
        subscribe("s", "e1", "$", "a.*");
        broadcast.redis("DEL", "routes");

        assertThat(broadcast.run(Script.ROUTES, "0", "n9")).isEqualTo("[100 n9, 0, [a.*, s]]");
        assertThat(broadcast.change(() ->
                        assertThat(broadcast.run(Script.ROUTES, "0", "n10")).isEqualTo("[100 n9, 0, [a.*, s]]")))
                .isEmpty();
    }

    @Test
    void one_that_is_still_copied_has_no_routes_and_is_not_given_any() {
        broadcast.log("1-0", "a");
        subscribe("s", "e1", "0-0", "a");

        assertThat(broadcast.change(() ->
                        assertThat(broadcast.run(Script.ROUTES, "0", "n9")).isEqualTo("[e1, 0, []]")))
                .isEmpty();
        broadcast.redis("HDEL", "meta", "copying");
        assertThat(broadcast.run(Script.ROUTES, "0", "n9")).isEqualTo("[100 n9, 0, []]");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e1", 1, "n10")).startsWith("[OK, 1, copying");
        assertThat(broadcast.state()).contains("meta[copying] = s");
    }

    // ---- what a sweep mends

    @Test
    void what_waits_and_is_neither_due_nor_taken_is_due_again() {
        broadcast
                .subscription("9-0")
                .record("c", LEASE)
                .waiting("1-0", 2_000_000)
                .waiting("2-0", 2_000_000);
        broadcast.taken("3-0", "c 7");
        broadcast.redis("HSET", "flight:s", "c", LEASE + "3-0/7!");
        broadcast.redis("DEL", "due:s");

        assertThat(sweep()).isEqualTo("[OK, 2, 0, 0, 0]");
        assertThat(broadcast.state())
                .contains("due:s 1-0 @ 1000000", "due:s 2-0 @ 1000000", "taken:s[3-0] = c 7")
                .noneMatch(line -> line.startsWith("due:s 3-0"));
    }

    @Test
    void a_great_many_are_mended_a_thousand_at_a_time() {
        broadcast.subscription("9-0").record("c", LEASE);
        for (int i = 1; i <= 2_500; i++) {
            broadcast.waiting(i + "-0", 5);
        }
        broadcast.redis("DEL", "due:s");
        int due = 0;
        String reply;
        do {
            reply = sweep();
            int here = Integer.parseInt(reply.replaceAll("^\\[OK, (\\d+), .*", "$1"));
            assertThat(here).isLessThan(2_000);
            due += here;
        } while (reply.endsWith("1]"));

        assertThat(due).isEqualTo(2_500);
    }

    @Test
    void a_deletion_of_taken_makes_due_what_it_named() {
        broadcast.subscription("9-0").record("c", LEASE).taken("3-0", "c 7");
        broadcast.redis("DEL", "taken:s");

        assertThat(sweep()).isEqualTo("[OK, 1, 0, 0, 0]");
        assertThat(broadcast.state()).contains("due:s 3-0 @ 1000000");
    }

    @Test
    void whose_oldest_unread_is_not_known_is_looked_at_by_the_next_trim() {
        broadcast.subscription("9-0");
        subscribe("t", "e2", "$", "a");
        broadcast.redis("DEL", "unread");

        sweep();

        assertThat(broadcast.state()).contains("unread s @ 0", "unread t @ 0");
    }

    // ---- bodies

    @Test
    void a_body_that_is_gone_from_wait_is_that_of_the_log() {
        broadcast.subscription("9-0").record("c", LEASE).waiting("1-0", 5).log("1-0", "a.b");
        broadcast.redis("DEL", "wait:s");

        assertThat(broadcast.run(Script.TAKE, "s", "e1", "c", 10, 30_000, 0))
                .isEqualTo("[OK, [1-0, 1, 0, 0, 0, a.b, {}, data 1-0, 0]]");
        assertThat(broadcast.state())
                .contains("wait:s[1-0] = 3 2 0|a.b{}data 1-0", "taken:s[1-0] = c 1")
                .noneMatch(line -> line.startsWith("due:s"));
    }

    @Test
    void a_delivery_whose_body_is_gone_is_a_dead_letter_all_the_same() {
        broadcast
                .subscription("9-0")
                .record("c", LEASE)
                .taken("1-0", "c 7")
                .taken("2-0", "c 8")
                .log("1-0", "a.b");
        broadcast.redis("DEL", "wait:s");

        for (String token : new String[] {"1-0/7", "2-0/8"}) {
            assertThat(broadcast.run(Script.FAIL, "s", "e1", "c", token, "", "Cause", "why", 1, 100, 0))
                    .isEqualTo("OK");
        }
        assertThat(broadcast.state())
                .anyMatch(line -> line.startsWith("dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=Cause"))
                .anyMatch(line -> line.startsWith("dead:s * i=2-0 s= d= h= cause=Cause"));
    }

    // ---- subs

    @Test
    void one_whose_row_is_gone_goes_on_with_what_is_in_its_inbox_under_the_patterns_of_who_comes() {
        subscribe("s", "e1", "$", "a.*", "!a.x", "old");
        subscribe("t", "e2", "$", "a.*");
        broadcast.inbox("1-0", "2-0").taken("3-0", "c 7").record("c", LEASE);
        broadcast.read("s", 1);
        broadcast.redis("DEL", "subs");

        assertThat(broadcast.change(
                        () -> assertThat(subscribe("s", "e3", "$", "a.*")).startsWith("[REPAIRED, e3, live, n0, 0-0")))
                .containsExactly(
                        "- flight:s[c] = " + LEASE,
                        "- meta[gen] = e2",
                        "- meta[plain] = 100 e2",
                        "- routes[a.*] = s t",
                        "- routes[a.x] = !s",
                        "- routes[old] = s",
                        "- shapes[x.x] = 1",
                        "- shapes[x] = 1",
                        "- taken:s[3-0] = c 7",
                        "+ due:s 3-0 @ 0",
                        "+ meta[gen] = e3",
                        "+ meta[plain] = 100 e3",
                        "+ routes[a.*] = t s",
                        "+ subs[s] = e3 shared live 0-0 0-0 0-0 0-0=a.*");
        assertThat(broadcast.read("s", 10)).isEqualTo("2-0");
    }

    @Test
    void one_whose_row_is_gone_and_that_is_filled_from_the_log_is_routed_nothing_meanwhile() {
        subscribe("s", "e1", "$", "a.*", "old");
        broadcast.log("5-0", "a.b");
        broadcast.redis("DEL", "subs");

        assertThat(broadcast.run(Script.SUBSCRIBE, "s", "e3", "", "shared", "$", "4-0", "n0", "a.*"))
                .startsWith("[CREATED, e3, copying, n0, 4-0");
        assertThat(publish("a.b")).isEqualTo("[e3, 0, [#1, 0, 0], [], []]");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e3", 10, "n4")).isEqualTo("[OK, 2, live]");
        assertThat(broadcast.state()).contains("routes[a.*] = s").noneMatch(line -> line.startsWith("routes[old]"));
    }

    @Test
    void one_whose_row_is_gone_while_it_was_copied_begins_anew() {
        broadcast.log("1-0", "a");
        subscribe("s", "e1", "0-0", "a");
        broadcast.redis("DEL", "subs");

        assertThat(subscribe("s", "e3", "0-0", "a")).startsWith("[CREATED, e3, copying, n0, 0-0");
    }
}
