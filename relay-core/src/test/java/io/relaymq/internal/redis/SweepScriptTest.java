package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class SweepScriptTest {

    private final TestBroadcast broadcast;

    SweepScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String sweep(Object... arguments) {
        return broadcast.run(Script.SWEEP, arguments);
    }

    private static final String LIVE = "1030000 30000 1 ";
    private static final String DEAD = "1000000 30000 1 ";

    private String sweep() {
        return sweep("s", "e1", 30_000, 100, 3, 5_000, 100);
    }

    private void beatJustNow() {
        broadcast.redis("HSET", "meta", "beat:s", "1000000");
    }

    @Test
    void with_nobody_alive_everything_handed_out_is_due_at_once() {
        broadcast.subscription("2-0").inbox("1-0", "2-0", "3-0");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[OK, 2, 0, 0, 0]")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "- inbox:s 2-0 s=a.b d=data 2-0 h={}",
                        "+ due:s 1-0 @ 999999.0009765625",
                        "+ due:s 2-0 @ 999999.001953125",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 2-0",
                        "+ wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "+ wait:s[2-0] = 3 2 0|a.b{}data 2-0");
    }

    @Test
    void a_second_sweep_within_the_interval_does_nothing() {
        broadcast.subscription("1-0").inbox("1-0");
        beatJustNow();
        sweep();
        broadcast.clock(1_004_999);

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[EARLY, 0, 0, 0, 0]")))
                .containsExactly("- meta[beat:s] = 1000000", "+ meta[beat:s] = 1004999");
    }

    @Test
    void the_next_sweep_after_the_interval_finds_nothing_left() {
        broadcast.subscription("1-0").inbox("1-0");
        beatJustNow();
        sweep();
        broadcast.clock(1_005_000);

        assertThat(sweep()).isEqualTo("[OK, 0, 0, 0, 0]");
    }

    @Test
    void a_sweep_that_was_timed_by_a_clock_ahead_does_not_hold_the_next_one_up() {
        broadcast.subscription("1-0").inbox("1-0");
        beatJustNow();
        broadcast.redis("HSET", "stats:s", "swept", "9000000");

        assertThat(sweep()).isEqualTo("[OK, 1, 0, 0, 0]");
    }

    @Test
    void only_the_gaps_between_listed_copies_up_to_the_lowest_clean_are_orphans() {
        broadcast.subscription("9-0").inbox("1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "7-0");
        broadcast.record("c", LIVE + "6-0 0 4-0! 2-0").record("d", LIVE + "5-0 0 5-0 7-0");
        beatJustNow();

        assertThat(sweep()).isEqualTo("[OK, 2, 0, 0, 0]");
        assertThat(broadcast.state().stream().filter(line -> line.startsWith("due")))
                .containsExactly("due:s 1-0 @ 999999.0009765625", "due:s 3-0 @ 999999.001953125");
    }

    @Test
    void a_sweep_moves_no_more_than_its_limit_and_says_that_more_are_left() {
        broadcast
                .subscription("9-0")
                .inbox("1-0", "2-0", "3-0")
                .taken("8-0", "gone 1")
                .taken("9-0", "gone 2");
        beatJustNow();

        assertThat(sweep("s", "e1", 30_000, 2, 3, 5_000, 100)).isEqualTo("[OK, 2, 0, 0, 1]");
        assertThat(sweep("s", "e1", 30_000, 2, 3, 5_000, 100)).isEqualTo("[OK, 2, 0, 0, 1]");
        assertThat(sweep("s", "e1", 30_000, 2, 3, 5_000, 100)).isEqualTo("[OK, 1, 0, 0, 0]");
        assertThat(sweep("s", "e1", 30_000, 2, 3, 5_000, 100)).isEqualTo("[EARLY, 0, 0, 0, 0]");
    }

    @Test
    void a_copy_that_a_dead_consumer_had_started_stalled_and_one_it_had_not_did_not() {
        broadcast.subscription("9-0").inbox("1-0", "2-0", "3-0").record("dead", DEAD + "3-0 0 1-0! 2-0");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[OK, 3, 1, 0, 0]")))
                .contains("+ stats:s[stalled] = 1", "+ tries:s[1-0] = 0 1 1000000 0")
                .doesNotContain("+ tries:s[2-0] = 0 1 1000000 0", "+ tries:s[3-0] = 0 1 1000000 0");
    }

    @Test
    void a_copy_that_stalled_too_often_is_a_dead_letter_with_its_body() {
        broadcast.subscription("9-0").inbox("1-0").record("dead", DEAD + "3-0 0 1-0!");
        beatJustNow();

        assertThat(broadcast.change(() ->
                        assertThat(sweep("s", "e1", 30_000, 100, 0, 5_000, 100)).isEqualTo("[OK, 0, 1, 1, 0]")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "+ dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=stalled detail=its consumer died or lost it 1"
                                + " times attempts=0 stalls=1 first=1000000 last=1000000 consumer=dead replays=0",
                        "+ stats:s[dead] = 1",
                        "+ stats:s[stalled] = 1",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 9-0");
    }

    @Test
    void a_delivery_stays_its_live_owners_while_listed_or_newer_than_the_clean_run() {
        broadcast.subscription("9-0").taken("1-0", "c 3").taken("2-0", "c 8").taken("3-0", "c 4");
        broadcast.record("c", LIVE + "0-0 7 1-0/3!");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[OK, 1, 0, 0, 0]")))
                .containsExactly(
                        "- taken:s[3-0] = c 4",
                        "+ due:s 3-0 @ 999999.0009765625",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 0-0");
    }

    @Test
    void of_a_dead_owners_deliveries_those_started_or_taken_after_its_last_list_stalled() {
        broadcast
                .subscription("9-0")
                .taken("1-0", "dead 3")
                .taken("2-0", "dead 4")
                .taken("3-0", "dead 8")
                .taken("4-0", "dead 5")
                .taken("5-0", "left 6");
        broadcast.record("dead", DEAD + "0-0 7 1-0/3! 2-0/4");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[OK, 5, 2, 0, 0]")))
                .contains("+ tries:s[1-0] = 0 1 1000000 0", "+ tries:s[3-0] = 0 1 1000000 0", "+ stats:s[stalled] = 2")
                .noneMatch(line -> line.matches(". tries:s.[245]-0.*"));
    }

    @Test
    void a_delivery_that_stalled_too_often_keeps_its_history_in_the_dead_letter() {
        broadcast.subscription("9-0").taken("1-0", "dead 3").record("dead", DEAD + "0-0 7 1-0/3!");
        broadcast.redis("HSET", "tries:s", "1-0", "2 3 900000 0");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[OK, 0, 1, 1, 0]")))
                .containsExactly(
                        "- taken:s[1-0] = dead 3",
                        "- tries:s[1-0] = 2 3 900000 0",
                        "- wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "+ dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=stalled detail=its consumer died or lost it 4"
                                + " times attempts=2 stalls=4 first=900000 last=1000000 consumer=dead replays=0",
                        "+ stats:s[dead] = 1",
                        "+ stats:s[stalled] = 1",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 9-0");
    }

    @Test
    void one_whose_body_is_gone_does_not_end_the_sweep() {
        broadcast.subscription("9-0").record("dead", DEAD + "0-0 7 1-0/3!");
        broadcast.redis("HSET", "taken:s", "1-0", "dead 3");
        beatJustNow();

        assertThat(sweep("s", "e1", 30_000, 100, 0, 5_000, 100)).isEqualTo("[OK, 0, 1, 1, 0]");
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("dead:s"));
    }

    @Test
    void the_record_of_a_dead_consumer_goes_one_lock_duration_later() {
        broadcast.subscription("9-0").record("dead", "970000 30000 1 0-0 0 ").record("older", "969999 30000 1 0-0 0 ");
        beatJustNow();

        assertThat(broadcast.change(() -> sweep()))
                .containsExactly(
                        "- flight:s[older] = 969999 30000 1 0-0 0 ",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 9-0");
    }

    @Test
    void the_record_of_a_dead_consumer_stays_while_a_copy_it_had_started_is_not_swept() {
        broadcast.subscription("9-0").inbox("5-0");
        broadcast.record("dead", "900000 30000 1 4-0 0 5-0!").record("c", LIVE + "4-0 0 ");
        beatJustNow();
        assertThat(broadcast.change(() -> sweep()))
                .containsExactly("+ stats:s[swept] = 1000000", "+ stats:s[tidy] = 4-0");

        broadcast.record("c", LIVE + "9-0 0 ").clock(1_005_000);
        assertThat(sweep()).isEqualTo("[OK, 1, 1, 0, 0]");
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("flight:s[dead]"));
    }

    @Test
    void a_record_stays_while_more_is_left_to_sweep() {
        broadcast.subscription("9-0").inbox("1-0", "2-0").record("dead", "900000 30000 1 9-0 0 1-0! 2-0!");
        beatJustNow();

        assertThat(sweep("s", "e1", 30_000, 1, 3, 5_000, 100)).isEqualTo("[OK, 1, 1, 0, 1]");
        assertThat(broadcast.state()).contains("flight:s[dead] = 900000 30000 1 9-0 0 1-0! 2-0!");
        assertThat(sweep("s", "e1", 30_000, 5, 3, 5_000, 100)).isEqualTo("[OK, 1, 1, 0, 0]");
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("flight:s"));
    }

    @Test
    void after_a_gap_nothing_is_swept_for_one_lock_duration() {
        broadcast.subscription("9-0").inbox("1-0");
        broadcast.redis("HSET", "meta", "beat:s", "984999");

        assertThat(broadcast.change(() -> assertThat(sweep()).isEqualTo("[GRACE, 0, 0, 0, 0]")))
                .containsExactly("- meta[beat:s] = 984999", "+ meta[beat:s] = 1000000", "+ meta[grace:s] = 1030000");
        broadcast.clock(1_014_000);
        sweep();
        broadcast.clock(1_029_000);
        assertThat(sweep()).isEqualTo("[GRACE, 0, 0, 0, 0]");
        broadcast.clock(1_030_000);
        assertThat(sweep()).isEqualTo("[OK, 1, 0, 0, 0]");
    }

    @Test
    void a_deadline_from_a_clock_that_was_ahead_is_cut_to_one_lock_duration() {
        broadcast.subscription("9-0").record("dead", "9000000 30000 1 9-0 0 1-0!");
        beatJustNow();

        assertThat(broadcast.change(() -> sweep()))
                .containsExactly(
                        "- flight:s[dead] = 9000000 30000 1 9-0 0 1-0!",
                        "+ flight:s[dead] = 1030000 30000 1 9-0 0 1-0!",
                        "+ stats:s[swept] = 1000000",
                        "+ stats:s[tidy] = 9-0");
    }

    @Test
    void another_life_or_a_missing_inbox_is_told_to_join() {
        broadcast.definition("e1 shared live 0-0 0-0 0-0 0-0=>");

        assertThat(broadcast.change(() ->
                        assertThat(sweep("s", "e", 30_000, 100, 3, 5_000, 100)).isEqualTo("[JOIN, 0, 0, 0, 0]")))
                .isEmpty();
        assertThat(sweep()).isEqualTo("[JOIN, 0, 0, 0, 0]");
    }

    @Test
    void a_foreign_key_in_the_way_loses_nothing() {
        broadcast.subscription("9-0").inbox("1-0");
        broadcast.redis("SET", "wait:s", "foreign");
        beatJustNow();

        assertThat(broadcast.change(() -> assertThat(sweep()).contains("WRONGTYPE")))
                .isEmpty();
    }
}
