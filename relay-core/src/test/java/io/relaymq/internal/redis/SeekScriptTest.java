package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class SeekScriptTest {

    private final TestBroadcast broadcast;

    SeekScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String seek(String nonce, String position) {
        return broadcast.run(Script.SEEK, "s", nonce, position);
    }

    /** Live since 2-0, three messages in the log, one delivery of each kind, of a consumer whose lease has lapsed. */
    private void seeded() {
        broadcast.log("1-0", "a").log("2-0", "a");
        broadcast.run(Script.SUBSCRIBE, "s", "e1", "", "shared", "$", "", "", "a", "!b");
        broadcast.log("3-0", "a").inbox("3-0");
        broadcast.record("c", "999000 30000 1 3-0 0 3-0!").taken("2-0", "c 7").waiting("1-0", 5);
        broadcast.redis("HSET", "tries:s", "1-0", "1 0 5 0");
        broadcast.redis("HSET", "stats:s", "runs", "7");
    }

    @Test
    void an_earlier_position_empties_everything_and_copies_again_under_a_new_epoch() {
        seeded();

        assertThat(broadcast.change(() -> assertThat(seek("e2", "1-0")).isEqualTo("[OK, 1, 2]")))
                .containsExactly(
                        "- due:s 1-0 @ 5",
                        "- flight:s[c] = 999000 30000 1 3-0 0 3-0!",
                        "- inbox:s 3-0 s=a.b d=data 3-0 h={}",
                        "- meta[gen] = e1",
                        "- routes[a] = s",
                        "- routes[b] = !s",
                        "- shapes[x] = 2",
                        "- subs[s] = e1 shared live 2-0 2-0 0-0 0-0=a,!b",
                        "- taken:s[2-0] = c 7",
                        "- tries:s[1-0] = 1 0 5 0",
                        "- wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "- wait:s[2-0] = 3 2 0|a.b{}data 2-0",
                        "+ meta[copying] = s",
                        "+ meta[gen] = e2",
                        "+ stats:s[skipped] = 2",
                        "+ subs[s] = e2 shared copying 1-0 1-0 3-0 0-0=a,!b");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e2", 10, "n")).isEqualTo("[OK, 2, live]");
        assertThat(broadcast.state())
                .contains("inbox:s 2-0 s=a d=data 2-0 h={}", "inbox:s 3-0 s=a d=data 3-0 h={}", "routes[a] = s")
                .contains("subs[s] = e2 shared live 1-0 3-0 3-0 0-0=a,!b");
    }

    @Test
    void while_a_consumer_of_the_life_before_may_read_there_is_no_inbox() {
        seeded();
        broadcast.record("d", "1030000 30000 1 3-0 0 ");
        broadcast.record("e", "1010000 30000 1 3-0 0 ");

        assertThat(seek("e2", "1-0")).isEqualTo("[OK, 1, 2]");
        assertThat(broadcast.state())
                .contains("subs[s] = e2 shared moving 1-0 1-0 3-0 0-0=a,!b", "meta[copying] = s")
                .contains("moved:s[d] = 1030000", "moved:s[e] = 1010000")
                .noneMatch(
                        line -> line.startsWith("inbox:s") || line.startsWith("routes") || line.contains("moved:s[c]"));
        assertThat(broadcast.run(Script.BACKFILL, "s", "e2", 10, "n")).isEqualTo("[OK, 0, moving]");
        assertThat(broadcast.run(Script.SUBSCRIBE, "s", "e3", "", "shared", "$", "", "", "a", "!b"))
                .isEqualTo("[EXISTS, e2, moving, e1, 1-0, a,!b, 3-0]");
        assertThat(broadcast.run(Script.STATUS, "s")).startsWith("[moving, 0, 0, 0,");

        assertThat(keep("e1", "d")).isEqualTo("JOIN");
        assertThat(keep("e2", "d")).startsWith("[MOVING, 0-0, 7, 1, moving, -1, 0,");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e2", 10, "n")).isEqualTo("[OK, 0, moving]");
        assertThat(keep("e2", "e")).startsWith("[MOVING,");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e2", 10, "n")).isEqualTo("[OK, 2, live]");

        assertThat(keep("e2", "d")).startsWith("[OK, 0-0, 7, 0, live,");
        assertThat(broadcast.state())
                .contains("inbox:s 2-0 s=a d=data 2-0 h={}", "inbox:s 3-0 s=a d=data 3-0 h={}", "routes[a] = s")
                .noneMatch(line -> line.startsWith("moved:"));
    }

    @Test
    void a_consumer_that_does_not_come_is_awaited_until_its_lease_has_lapsed() {
        seeded();
        broadcast.record("d", "1030000 30000 1 3-0 0 ");
        seek("e2", "$");
        seek("e3", "1-0"); // once more: it is still awaited
        broadcast.clock(1_029_999);
        assertThat(broadcast.run(Script.BACKFILL, "s", "e3", 10, "n")).isEqualTo("[OK, 0, moving]");

        broadcast.clock(1_030_000);
        assertThat(broadcast.run(Script.BACKFILL, "s", "e3", 10, "n")).isEqualTo("[OK, 2, live]");
    }

    private String keep(String epoch, String consumer) {
        return broadcast.run(Script.KEEP, "s", epoch, consumer, 2, 30_000, "0-0", 0, "");
    }

    @Test
    void the_same_seek_again_begins_once_more_and_skips_nothing() {
        seeded();
        seek("e2", "1-0");

        assertThat(broadcast.change(() -> assertThat(seek("e3", "1-0")).isEqualTo("[OK, 0, 0]")))
                .containsExactly(
                        "- meta[gen] = e2",
                        "- subs[s] = e2 shared copying 1-0 1-0 3-0 0-0=a,!b",
                        "+ meta[gen] = e3",
                        "+ subs[s] = e3 shared copying 1-0 1-0 3-0 0-0=a,!b");
    }

    @Test
    void to_the_end_it_is_live_at_once_and_what_was_unread_is_over() {
        seeded();

        assertThat(seek("e2", "$")).isEqualTo("[OK, 1, 2]");
        assertThat(broadcast.state())
                .contains("subs[s] = e2 shared live 3-0 3-0 3-0 0-0=a,!b", "routes[a] = s", "routes[b] = !s")
                .contains("shapes[x] = 2", "inbox:s read up to 0-0", "meta[gen] = e2")
                .noneMatch(line -> line.startsWith("meta[copying]") || line.startsWith("inbox:s 3-0"));
    }

    @Test
    void a_position_behind_the_end_is_the_end() {
        seeded();

        assertThat(seek("e2", "9-0")).isEqualTo("[OK, 1, 2]");
        assertThat(broadcast.state()).contains("subs[s] = e2 shared live 3-0 3-0 3-0 0-0=a,!b");
    }

    @Test
    void on_an_empty_log_everything_is_the_end() {
        broadcast.run(Script.SUBSCRIBE, "s", "e1", "", "shared", "$", "", "", "a");

        assertThat(seek("e2", "0-0")).isEqualTo("[OK, 0, 0]");
        assertThat(broadcast.state()).contains("subs[s] = e2 shared live 0-0 0-0 0-0 0-0=a", "routes[a] = s");
    }

    @Test
    void while_history_is_copied_the_copy_begins_at_the_new_position_with_the_last_patterns() {
        broadcast.log("1-0", "a").log("2-0", "b").log("3-0", "a");
        broadcast.run(Script.SUBSCRIBE, "s", "e1", "", "shared", "0-0", "", "", "a");
        broadcast.run(Script.SUBSCRIBE, "s", "x", "", "shared", "0-0", "", "", "b");
        broadcast.run(Script.BACKFILL, "s", "e1", 1, "n");

        assertThat(seek("e2", "1-0")).isEqualTo("[OK, 1, 0]");
        assertThat(broadcast.state())
                .contains("subs[s] = e2 shared copying 1-0 1-0 3-0 0-0=b", "meta[copying] = s")
                .noneMatch(line -> line.startsWith("routes"));
        assertThat(broadcast.run(Script.BACKFILL, "s", "e1", 10, "n")).isEqualTo("[JOIN, 0, ]");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e2", 10, "n")).isEqualTo("[OK, 1, live]");
    }

    @Test
    void what_was_in_flight_ends_as_a_late_result() {
        seeded();
        seek("e2", "$");

        assertThat(broadcast.run(Script.SETTLE, "s", "e1", "c", "acked", 0, "3-0", "2-0/7"))
                .isEqualTo("[JOIN, 0, 2, 0]");
        assertThat(broadcast.run(Script.SETTLE, "s", "e2", "c", "acked", 0, "3-0", "2-0/7"))
                .isEqualTo("[OK, 0, 2, 0]");
        assertThat(broadcast.run(Script.FAIL, "s", "e2", "c", "2-0/7", 5, "Boom", "", 1, 9))
                .isEqualTo("LATE");
    }

    @Test
    void a_worker_that_knows_an_earlier_position_brings_nothing_back() {
        seeded();
        seek("e2", "$");

        assertThat(broadcast.change(() -> assertThat(broadcast.run(Script.RECOVER, "s", "e2", "0-0", 10))
                        .isEqualTo("[OK, 0, 1]")))
                .isEmpty();
    }

    @Test
    void an_inbox_lost_afterwards_is_filled_from_the_target_and_the_replayed_are_still_known() {
        seeded();
        seek("e2", "2-0");
        broadcast.redis("DEL", "inbox:s");

        assertThat(broadcast.run(Script.SUBSCRIBE, "s", "e3", "", "shared", "$", "", "", "a", "!b"))
                .isEqualTo("[REPAIRED, e3, copying, e1, 2-0, a,!b, 3-0]");
    }

    @Test
    void what_is_paused_dead_or_counted_stays() {
        seeded();
        broadcast.redis("XADD", "dead:s", "5-0", "i", "1-0");
        broadcast.run(Script.PAUSE, "s", 1);

        seek("e2", "0-0");

        assertThat(broadcast.state()).contains("dead:s * i=1-0", "paused[s] = 1000000", "stats:s[runs] = 7");
    }

    @Test
    void a_foreign_inbox_is_replaced() {
        broadcast.definition("e1 shared live 0-0 0-0 0-0 0-0=a");
        broadcast.redis("SET", "inbox:s", "foreign");

        assertThat(seek("e2", "0-0")).isEqualTo("[OK, 0, 0]");
        assertThat(broadcast.state()).contains("inbox:s read up to 0-0");
    }

    @Test
    void a_subscription_that_does_not_exist_is_missing() {
        assertThat(broadcast.change(() -> assertThat(seek("e2", "0-0")).isEqualTo("[MISSING, 0, 0]")))
                .isEmpty();
    }
}
