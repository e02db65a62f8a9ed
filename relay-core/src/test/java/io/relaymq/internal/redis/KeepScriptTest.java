package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class KeepScriptTest {

    private final TestBroadcast broadcast;

    KeepScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String keep(Object... arguments) {
        return broadcast.run(Script.KEEP, arguments);
    }

    private String keep(long number, String clean, String tokens) {
        return keep("s", "e1", "c", number, 30_000, clean, 0, tokens);
    }

    @Test
    void the_first_beat_begins_a_lease_and_tells_where_the_subscription_stands() {
        broadcast.subscription("2-0").inbox("1-0", "2-0").waiting("5-0", 1_000_400);
        broadcast.redis("HSET", "stats:s", "runs", "7");

        assertThat(broadcast.change(
                        () -> assertThat(keep(1, "0-0", "")).isEqualTo("[OK, 2-0, 7, 1, live, 400, 1, 1000000, 0, >]")))
                .containsExactly("+ flight:s[c] = 1030000 30000 1 0-0 0 ", "+ meta[beat:s] = 1000000");
    }

    @Test
    void the_same_beat_again_renews_the_same_lease() {
        broadcast.subscription("2-0");
        keep(1, "0-0", "");

        assertThat(broadcast.change(
                        () -> assertThat(keep(1, "0-0", "")).isEqualTo("[OK, 2-0, 0, 0, live, -1, 0, 1000000, 0, >]")))
                .isEmpty();
    }

    @Test
    void the_next_beat_replaces_the_record() {
        broadcast.subscription("2-0");
        keep(1, "0-0", "");
        broadcast.clock(1_010_000);

        assertThat(broadcast.change(() -> assertThat(keep(2, "2-0", "1-0! 2-0 4-0/3!"))
                        .isEqualTo("[OK, 2-0, 0, 0, live, -1, 0, 1010000, 0, >]")))
                .containsExactly(
                        "- flight:s[c] = 1030000 30000 1 0-0 0 ",
                        "- meta[beat:s] = 1000000",
                        "+ flight:s[c] = 1040000 30000 2 2-0 0 1-0! 2-0 4-0/3!",
                        "+ meta[beat:s] = 1010000");
    }

    @Test
    void an_older_beat_changes_nothing_of_the_record() {
        broadcast.subscription("2-0");
        keep(2, "0-0", "1-0!");
        broadcast.clock(1_000_100);

        assertThat(broadcast.change(() -> assertThat(keep(1, "0-0", "")).isEqualTo("OLD")))
                .containsExactly("- meta[beat:s] = 1000000", "+ meta[beat:s] = 1000100");
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        broadcast.subscription("2-0");

        assertThat(broadcast.change(() ->
                        assertThat(keep("s", "e", "c", 1, 30_000, "0-0", 0, "")).isEqualTo("JOIN")))
                .isEmpty();
        assertThat(keep("unknown", "e1", "c", 1, 30_000, "0-0", 0, "")).isEqualTo("JOIN");
    }

    @Test
    void a_missing_inbox_and_a_missing_group_and_a_foreign_inbox_want_repair() {
        broadcast.definition("e1 shared live 0-0 0-0 0-0 0-0=>");
        assertThat(keep(1, "0-0", "")).isEqualTo("REPAIR");

        broadcast.inbox("1-0");
        assertThat(keep(1, "0-0", "")).isEqualTo("REPAIR");

        broadcast.redis("DEL", "inbox:s");
        broadcast.redis("SET", "inbox:s", "foreign");
        assertThat(broadcast.change(() -> assertThat(keep(1, "0-0", "")).isEqualTo("REPAIR")))
                .isEmpty();
    }

    @Test
    void a_beat_after_the_lease_lapsed_says_so() {
        broadcast.subscription("2-0").record("c", "1000000 30000 4 0-0 0 ");
        broadcast.redis("HSET", "meta", "beat:s", "999000");

        assertThat(keep(5, "0-0", "")).isEqualTo("[OK, 2-0, 0, 1, live, -1, 0, 1000000, 0, >]");
    }

    @Test
    void after_a_gap_nothing_lapses_for_one_lock_duration() {
        broadcast.subscription("2-0").record("c", "985000 30000 4 0-0 0 ");
        broadcast.redis("HSET", "meta", "beat:s", "984999");

        assertThat(broadcast.change(
                        () -> assertThat(keep(5, "0-0", "")).isEqualTo("[OK, 2-0, 0, 0, live, -1, 0, 1000000, 0, >]")))
                .contains("+ meta[grace:s] = 1030000");
    }

    @Test
    void after_the_clock_went_back_nothing_lapses_for_one_lock_duration() {
        broadcast.subscription("2-0");
        broadcast.redis("HSET", "meta", "beat:s", "5000000", "grace:s", "4000000");

        assertThat(broadcast.change(() -> keep(1, "0-0", "")))
                .containsExactly(
                        "- meta[beat:s] = 5000000",
                        "- meta[grace:s] = 4000000",
                        "+ flight:s[c] = 1030000 30000 1 0-0 0 ",
                        "+ meta[beat:s] = 1000000",
                        "+ meta[grace:s] = 1030000");
    }

    @Test
    void what_is_overdue_is_due_in_no_time_and_copying_is_told() {
        broadcast.definition("e1 shared copying 0-0 1-0 0-0 0-0=>").group("0-0").waiting("5-0", 999_000);

        assertThat(keep(1, "0-0", "")).isEqualTo("[OK, 0-0, 0, 1, copying, 0, 1, 1000000, 0, >]");
    }

    @Test
    void a_beat_tells_the_patterns_of_now() {
        broadcast.definition("e1 shared copying 0-0 0-0 0-0 0-0=a 5-0=b.*,!b.c").group("0-0");

        assertThat(keep(1, "0-0", "")).isEqualTo("[OK, 0-0, 0, 1, copying, -1, 0, 1000000, 0, b.*,!b.c]");
    }
}
