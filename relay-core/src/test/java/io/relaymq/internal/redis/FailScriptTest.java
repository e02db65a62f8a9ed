package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class FailScriptTest {

    private final TestBroadcast broadcast;

    FailScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String fail(Object... arguments) {
        return broadcast.run(Script.FAIL, arguments);
    }

    @Test
    void a_failed_copy_waits_for_its_retry() {
        broadcast.subscription("1-0").inbox("1-0");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0", 500, "Boom", "why", 1, 100))
                        .isEqualTo("OK")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "+ due:s 1-0 @ 1000500",
                        "+ stats:s[retried] = 1",
                        "+ tries:s[1-0] = 1 0 1000000 0",
                        "+ wait:s[1-0] = 3 2 0|a.b{}data 1-0");
    }

    @Test
    void the_next_failure_keeps_the_first_time_and_the_stalls() {
        broadcast.subscription("1-0").taken("1-0", "c 7");
        broadcast.redis("HSET", "tries:s", "1-0", "1 2 900000 0");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0/7", 500, "Boom", "why", 1, 100))
                        .isEqualTo("OK")))
                .containsExactly(
                        "- taken:s[1-0] = c 7",
                        "- tries:s[1-0] = 1 2 900000 0",
                        "+ due:s 1-0 @ 1000500",
                        "+ stats:s[retried] = 1",
                        "+ tries:s[1-0] = 2 2 900000 0");
    }

    @Test
    void without_a_retry_a_copy_becomes_a_dead_letter_with_its_body() {
        broadcast.subscription("1-0").inbox("1-0");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0", "", "Boom", "why it failed", 1, 100))
                        .isEqualTo("OK")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "+ dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=Boom detail=why it failed attempts=1 stalls=0"
                                + " first=1000000 last=1000000 consumer=c replays=0",
                        "+ stats:s[dead] = 1");
    }

    @Test
    void without_a_retry_a_delivery_that_had_waited_becomes_a_dead_letter_and_leaves_nothing_else() {
        broadcast.subscription("1-0").taken("1-0", "c 7");
        broadcast.redis("HSET", "tries:s", "1-0", "2 1 900000 0");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0/7", "", "Boom", "", 1, 100))
                        .isEqualTo("OK")))
                .containsExactly(
                        "- taken:s[1-0] = c 7",
                        "- tries:s[1-0] = 2 1 900000 0",
                        "- wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "+ dead:s * i=1-0 s=a.b d=data 1-0 h={} cause=Boom detail= attempts=3 stalls=1"
                                + " first=900000 last=1000000 consumer=c replays=0",
                        "+ stats:s[dead] = 1");
    }

    @Test
    void the_same_failure_again_is_late_and_counts_no_attempt() {
        broadcast.subscription("1-0").inbox("1-0").taken("2-0", "c 7");
        fail("s", "e1", "c", "1-0", 500, "Boom", "", 1, 100);
        fail("s", "e1", "c", "2-0/7", 500, "Boom", "", 1, 100);

        assertThat(broadcast.change(() -> {
                    assertThat(fail("s", "e1", "c", "1-0", 500, "Boom", "", 1, 100))
                            .isEqualTo("LATE");
                    assertThat(fail("s", "e1", "c", "2-0/7", 500, "Boom", "", 1, 100))
                            .isEqualTo("LATE");
                }))
                .containsExactly("+ stats:s[late] = 2");
    }

    @Test
    void what_was_sent_before_and_is_recorded_is_not_late() {
        broadcast.subscription("1-0").inbox("1-0");
        fail("s", "e1", "c", "1-0", 500, "Boom", "", 1, 100, 0);

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0", 500, "Boom", "", 1, 100, 1))
                        .isEqualTo("OK")))
                .isEmpty();
    }

    @Test
    void what_another_consumer_owns_is_late() {
        broadcast.subscription("1-0").taken("1-0", "d 7");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e1", "c", "1-0/7", "", "Boom", "", 1, 100))
                        .isEqualTo("LATE")))
                .containsExactly("+ stats:s[late] = 1");
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        broadcast.subscription("1-0").inbox("1-0");

        assertThat(broadcast.change(() -> assertThat(fail("s", "e", "c", "1-0", 500, "Boom", "", 1, 100))
                        .isEqualTo("JOIN")))
                .containsExactly("+ stats:s[late] = 1");
    }

    @Test
    void a_foreign_key_in_the_way_loses_nothing() {
        broadcast.subscription("1-0").inbox("1-0");
        broadcast.redis("SET", "wait:s", "foreign");
        broadcast.redis("SET", "dead:s", "foreign");

        assertThat(broadcast.change(() -> {
                    assertThat(fail("s", "e1", "c", "1-0", 500, "Boom", "", 1, 100))
                            .contains("WRONGTYPE");
                    assertThat(fail("s", "e1", "c", "1-0", "", "Boom", "", 1, 100))
                            .contains("WRONGTYPE");
                }))
                .isEmpty();
    }

    @Test
    void a_retry_that_spends_no_attempt_keeps_the_count_and_the_replays() {
        broadcast.subscription("1-0").inbox("1-0").taken("2-0", "c 7");
        broadcast.redis("HSET", "tries:s", "2-0", "2 1 900000 4");

        assertThat(broadcast.change(() -> {
                    assertThat(fail("s", "e1", "c", "1-0", 500, "RetryAfter", "", 0, 100))
                            .isEqualTo("OK");
                    assertThat(fail("s", "e1", "c", "2-0/7", 500, "RetryAfter", "", 0, 100))
                            .isEqualTo("OK");
                }))
                .contains("+ tries:s[1-0] = 0 0 1000000 0", "+ stats:s[retried] = 2")
                .noneMatch(line -> line.contains("tries:s[2-0]"));
    }

    @Test
    void a_dead_letter_of_an_attempt_that_was_not_spent_does_not_count_it() {
        broadcast.subscription("1-0").inbox("1-0");

        fail("s", "e1", "c", "1-0", "", "Boom", "", 0, 100);
        assertThat(broadcast.state()).anyMatch(line -> line.contains(" attempts=0 stalls=0 "));
    }
}
