package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class TakeScriptTest {

    private final TestBroadcast broadcast;

    TakeScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String take(Object... arguments) {
        return broadcast.run(Script.TAKE, arguments);
    }

    private static final String LEASE = "1030000 30000 1 0-0 0 ";

    private String take(int limit, boolean suspect) {
        return take("s", "e1", "c", limit, 30_000, suspect ? 1 : 0);
    }

    private void stalled(String id) {
        broadcast.waiting(id, 900_000);
        broadcast.redis("HSET", "tries:s", id, "2 1 800000 0");
    }

    @Test
    void what_is_due_becomes_its_consumers_under_a_new_run_number() {
        broadcast
                .subscription("9-0")
                .record("c", LEASE)
                .waiting("1-0", 1_000_000)
                .waiting("2-0", 1_000_001);
        broadcast.redis("HSET", "tries:s", "1-0", "3 0 900000 0");
        broadcast.redis("HSET", "stats:s", "runs", "6");

        assertThat(broadcast.change(
                        () -> assertThat(take(10, false)).isEqualTo("[OK, [1-0, 7, 3, 0, 0, a.b, {}, data 1-0, 0]]")))
                .containsExactly(
                        "- due:s 1-0 @ 1000000",
                        "- stats:s[runs] = 6",
                        "+ meta[beat:s] = 1000000",
                        "+ stats:s[runs] = 7",
                        "+ taken:s[1-0] = c 7");
    }

    @Test
    void what_is_taken_is_not_given_again() {
        broadcast.subscription("9-0").record("c", LEASE).waiting("1-0", 1_000_000);
        take(10, false);

        assertThat(broadcast.change(() -> assertThat(take(10, false)).isEqualTo("OK")))
                .isEmpty();
    }

    @Test
    void the_earliest_due_go_first_and_no_more_than_asked_for() {
        broadcast
                .subscription("9-0")
                .record("c", LEASE)
                .waiting("1-0", 300)
                .waiting("2-0", 100)
                .waiting("3-0", 200);

        assertThat(take(2, false))
                .isEqualTo("[OK, [2-0, 1, 0, 0, 0, a.b, {}, data 2-0, 0], [3-0, 2, 0, 0, 0, a.b, {}, data 3-0, 0]]");
        assertThat(broadcast.state()).contains("due:s 1-0 @ 300").doesNotContain("due:s 2-0 @ 100");
    }

    @Test
    void one_with_stalls_is_given_alone_and_the_next_without_is_given_beside_it() {
        broadcast.subscription("9-0").record("c", LEASE).waiting("3-0", 950_000);
        stalled("1-0");
        stalled("2-0");

        assertThat(take(10, false))
                .isEqualTo("[OK, [1-0, 1, 2, 1, 0, a.b, {}, data 1-0, 0], [3-0, 2, 0, 0, 0, a.b, {}, data 3-0, 0]]");
        assertThat(take(10, true)).isEqualTo("OK");
        assertThat(take(10, false)).isEqualTo("[OK, [2-0, 3, 2, 1, 0, a.b, {}, data 2-0, 0]]");
    }

    @Test
    void a_consumer_without_a_lease_or_whose_lease_has_lapsed_gets_nothing() {
        broadcast.subscription("9-0").waiting("1-0", 900_000);
        broadcast.redis("HSET", "meta", "beat:s", "1000000");
        assertThat(take(10, false)).isEqualTo("LAPSED");

        broadcast.record("c", "1000000 30000 1 0-0 0 ");
        assertThat(broadcast.change(() -> assertThat(take(10, false)).isEqualTo("LAPSED")))
                .isEmpty();
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        broadcast.subscription("9-0").record("c", LEASE).waiting("1-0", 900_000);

        assertThat(broadcast.change(
                        () -> assertThat(take("s", "e", "c", 10, 30_000, 0)).isEqualTo("JOIN")))
                .isEmpty();
    }

    @Test
    void one_whose_body_is_gone_from_everywhere_is_a_drop() {
        broadcast.subscription("9-0").record("c", LEASE);
        broadcast.redis("ZADD", "due:s", "1", "1-0");
        broadcast.redis("HSET", "tries:s", "1-0", "1 0 1 0");

        assertThat(broadcast.change(() -> assertThat(take(10, false)).isEqualTo("OK")))
                .containsExactly(
                        "- due:s 1-0 @ 1",
                        "- tries:s[1-0] = 1 0 1 0",
                        "+ meta[beat:s] = 1000000",
                        "+ stats:s[dropped-at] = 1000000",
                        "+ stats:s[dropped-first] = 1-0",
                        "+ stats:s[dropped-last] = 1-0",
                        "+ stats:s[dropped] = 1");
    }
}
