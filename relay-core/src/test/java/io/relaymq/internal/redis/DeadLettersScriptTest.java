package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class DeadLettersScriptTest {

    private final TestBroadcast broadcast;

    DeadLettersScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private void letter(String letterId, String id, int replays) {
        broadcast.redis(
                "XADD",
                "dead:s",
                letterId,
                "i",
                id,
                "s",
                "a.b",
                "d",
                "data " + id,
                "h",
                "{}",
                "cause",
                "Boom",
                "detail",
                "",
                "attempts",
                "3",
                "stalls",
                "1",
                "first",
                "900000",
                "last",
                "950000",
                "consumer",
                "c",
                "replays",
                Integer.toString(replays));
    }

    private static String shown(String id, int replays) {
        return "dead:s * i=" + id + " s=a.b d=data " + id + " h={} cause=Boom detail= attempts=3 stalls=1 first=900000"
                + " last=950000 consumer=c replays=" + replays;
    }

    private String replay(Object... arguments) {
        return broadcast.run(Script.REPLAY, arguments);
    }

    @Test
    void a_replayed_letter_waits_with_fresh_attempts_its_history_and_one_replay_more() {
        broadcast.subscription("9-0");
        letter("50-0", "1-0", 2);

        assertThat(broadcast.change(() -> assertThat(replay("s", 0, 0, "50-0")).isEqualTo("[OK, 1]")))
                .containsExactly(
                        "- " + shown("1-0", 2),
                        "+ due:s 1-0 @ 1000000",
                        "+ stats:s[replayed] = 1",
                        "+ tries:s[1-0] = 0 0 900000 3",
                        "+ wait:s[1-0] = 3 2 0|a.b{}data 1-0");
        assertThat(broadcast.change(() -> assertThat(replay("s", 0, 0, "50-0")).isEqualTo("[OK, 0]")))
                .isEmpty();
    }

    @Test
    void several_are_due_one_after_the_other_in_fractions_of_a_millisecond_if_need_be() {
        broadcast.subscription("9-0");
        letter("50-0", "1-0", 0);
        letter("51-0", "2-0", 0);
        letter("52-0", "3-0", 0);

        assertThat(replay("s", "250.5", "0.25", "50-0", "60-0", "51-0", "52-0")).isEqualTo("[OK, 3]");
        assertThat(broadcast.state())
                .contains("due:s 1-0 @ 1000250.5", "due:s 2-0 @ 1000250.75", "due:s 3-0 @ 1000251")
                .contains("stats:s[replayed] = 3");
    }

    @Test
    void one_of_which_another_run_already_waits_stays_a_dead_letter() {
        broadcast.subscription("9-0").taken("1-0", "c 7");
        letter("50-0", "1-0", 0);
        letter("51-0", "2-0", 0);
        letter("52-0", "2-0", 1);

        assertThat(replay("s", 0, 10, "50-0", "51-0", "52-0")).isEqualTo("[OK, 1]");
        assertThat(broadcast.state())
                .contains(shown("1-0", 0), shown("2-0", 1), "due:s 2-0 @ 1000000", "taken:s[1-0] = c 7");
    }

    @Test
    void the_handler_and_the_next_dead_letter_know_the_replays() {
        broadcast.subscription("9-0").record("c", "1030000 30000 1 9-0 0 ");
        letter("50-0", "1-0", 0);
        replay("s", 0, 0, "50-0");
        broadcast.redis("HSET", "meta", "beat:s", "1000000");

        assertThat(broadcast.run(Script.TAKE, "s", "e1", "c", 5, 30_000, 0))
                .isEqualTo("[OK, [1-0, 1, 0, 0, 1, a.b, {}, data 1-0, 0]]");
        broadcast.run(Script.FAIL, "s", "e1", "c", "1-0/1", 0, "Boom", "", 1, 100);
        assertThat(broadcast.state()).contains("tries:s[1-0] = 1 0 900000 1");
        broadcast.run(Script.TAKE, "s", "e1", "c", 5, 30_000, 0);
        broadcast.run(Script.FAIL, "s", "e1", "c", "1-0/2", "", "Boom", "", 1, 100);
        assertThat(broadcast.state())
                .contains("dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=Boom detail= attempts=2 stalls=0 first=900000"
                        + " last=1000000 consumer=c replays=1");
    }

    @Test
    void one_that_stalls_after_a_replay_keeps_its_replays() {
        broadcast.subscription("9-0").taken("1-0", "dead 3").record("dead", "1000000 30000 1 0-0 7 1-0/3!");
        broadcast.redis("HSET", "tries:s", "1-0", "0 0 900000 2");
        broadcast.redis("HSET", "meta", "beat:s", "1000000");

        broadcast.run(Script.SWEEP, "s", "e1", 30_000, 100, 3, 5_000, 100);
        assertThat(broadcast.state()).contains("tries:s[1-0] = 0 1 900000 2");
        broadcast.redis("HSET", "taken:s", "1-0", "dead 3");
        broadcast.run(Script.SWEEP, "s", "e1", 30_000, 100, 1, 0, 100);
        assertThat(broadcast.state()).anyMatch(line -> line.startsWith("dead:s") && line.endsWith(" replays=2"));
    }

    @Test
    void a_letter_without_its_history_is_replayed_as_a_first_one() {
        broadcast.subscription("9-0");
        broadcast.redis("XADD", "dead:s", "50-0", "i", "1-0", "s", "a", "d", "", "h", "");

        assertThat(replay("s", 0, 0, "50-0")).isEqualTo("[OK, 1]");
        assertThat(broadcast.state()).contains("tries:s[1-0] = 0 0 0 1");
    }

    @Test
    void without_the_subscription_nothing_is_replayed() {
        letter("50-0", "1-0", 0);

        assertThat(broadcast.change(() -> assertThat(replay("s", 0, 0, "50-0")).isEqualTo("[MISSING, 0]")))
                .isEmpty();
    }

    @Test
    void discarded_letters_are_gone_and_counted_once() {
        letter("50-0", "1-0", 0);
        letter("51-0", "2-0", 0);
        letter("52-0", "3-0", 0);

        assertThat(broadcast.change(() -> assertThat(broadcast.run(Script.DISCARD, "s", "50-0", "52-0", "60-0"))
                        .isEqualTo("[OK, 2]")))
                .containsExactly("- " + shown("1-0", 0), "- " + shown("3-0", 0), "+ stats:s[discarded] = 2");
        assertThat(broadcast.change(() -> {
                    assertThat(broadcast.run(Script.DISCARD, "s", "50-0", "52-0"))
                            .isEqualTo("[OK, 0]");
                    assertThat(broadcast.run(Script.DISCARD, "s")).isEqualTo("[OK, 0]");
                    assertThat(broadcast.run(Script.DISCARD, "t", "51-0")).isEqualTo("[OK, 0]");
                }))
                .isEmpty();
    }

    @Test
    void the_oldest_go_when_there_are_more_than_the_bound_and_are_counted() {
        broadcast.subscription("9-0").inbox("3-0", "4-0");
        letter("50-0", "1-0", 0);
        letter("51-0", "2-0", 0);

        assertThat(broadcast.change(() -> broadcast.run(Script.FAIL, "s", "e1", "c", "3-0", "", "Boom", "", 1, 2)))
                .contains("- " + shown("1-0", 0), "+ stats:s[dead] = 1", "+ stats:s[dead-dropped] = 1")
                .doesNotContain("- " + shown("2-0", 0));
        broadcast.run(Script.FAIL, "s", "e1", "c", "4-0", "", "Boom", "", 1, 1);
        assertThat(broadcast.redis("XLEN", "dead:s")).isEqualTo("1");
        assertThat(broadcast.state()).contains("stats:s[dead] = 2", "stats:s[dead-dropped] = 3");
    }

    @Test
    void the_bound_holds_for_stalled_ones_too() {
        broadcast.subscription("9-0").inbox("3-0").record("dead", "1000000 30000 1 9-0 0 3-0!");
        letter("50-0", "1-0", 0);
        broadcast.redis("HSET", "meta", "beat:s", "1000000");

        assertThat(broadcast.run(Script.SWEEP, "s", "e1", 30_000, 100, 0, 0, 1)).isEqualTo("[OK, 0, 1, 1, 0]");
        assertThat(broadcast.redis("XLEN", "dead:s")).isEqualTo("1");
        assertThat(broadcast.state()).contains("stats:s[dead-dropped] = 1").doesNotContain(shown("1-0", 0));
    }
}
