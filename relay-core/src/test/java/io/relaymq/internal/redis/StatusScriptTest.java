package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class StatusScriptTest {

    private final TestBroadcast broadcast;

    StatusScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String status(Object... arguments) {
        return broadcast.run(Script.STATUS, arguments);
    }

    @Test
    void a_missing_subscription_or_inbox_is_missing() {
        assertThat(status("s")).isEqualTo("MISSING");

        broadcast.definition("e1 shared live 0-0 0-0 0-0 0-0=>");
        assertThat(status("s")).isEqualTo("MISSING");
    }

    @Test
    void before_anything_is_read_everything_is_lag() {
        broadcast.subscription("0-0").log("900000-0", "a.b").inbox("900000-0", "900001-0");

        assertThat(broadcast.change(() ->
                        assertThat(status("s")).isEqualTo("[live, 2, 0, 0, 0, 0, 0, 100000, 1, [], >, 0-0, 0, []]")))
                .isEmpty();
    }

    @Test
    void what_is_handed_out_and_listed_is_no_lag() {
        broadcast
                .subscription("2-0")
                .inbox("1-0", "2-0", "3-0")
                .waiting("8-0", 5)
                .taken("9-0", "c 4");
        broadcast.record("c", "1030000 30000 1 2-0 0 1-0! 2-0 9-0/4").record("dead", "999999 30000 1 0-0 0 ");
        broadcast.redis("HSET", "stats:s", "acked", "5");

        assertThat(status("s")).isEqualTo("[live, 1, 2, 2, 1, 0, 1, 999997, 0, [acked, 5], >, 0-0, 0, [c]]");
    }

    @Test
    void at_rest_the_lag_is_exact_though_a_list_is_old() {
        broadcast.subscription("2-0").inbox("3-0", "4-0").record("c", "1030000 30000 1 2-0 0 1-0! 2-0");

        assertThat(status("s")).startsWith("[live, 2, 0, 0, 0, 0, 1, ");
        broadcast.redis("DEL", "inbox:s");
        broadcast.group("4-0");
        assertThat(status("s")).isEqualTo("[live, 0, 0, 0, 0, 0, 1, -1, 0, [], >, 0-0, 0, [c]]");
    }

    @Test
    void without_anything_unread_all_there_is_has_been_handed_out() {
        broadcast.subscription("2-0").inbox("1-0", "2-0");

        assertThat(status("s")).isEqualTo("[live, 0, 2, 0, 0, 0, 0, -1, 0, [], >, 0-0, 0, []]");
    }

    @Test
    void dead_letters_and_copying_are_told() {
        broadcast.definition("e1 shared copying 0-0 0-0 0-0 0-0=>").group("0-0");
        broadcast.redis("XADD", "dead:s", "*", "i", "1-0");

        assertThat(status("s")).isEqualTo("[copying, 0, 0, 0, 0, 1, 0, -1, 0, [], >, 0-0, 0, []]");
    }

    @Test
    void patterns_position_and_consumers_are_told() {
        broadcast.definition("e1 shared copying 3-0 4-0 5-0 0-0=a 5-0=b.*,!b.c").group("0-0");
        broadcast.record("c", "1030000 30000 1 2-0 0 ").record("d", "1030000 30000 1 2-0 0 ");
        broadcast.record("gone", "999999 30000 1 2-0 0 ");

        assertThat(status("s"))
                .matches("\\[copying, 0, 0, 0, 0, 0, 2, -1, 0, \\[], b\\.\\*,!b\\.c, 3-0, 0, \\[[cd], [cd]]]");
    }
}
