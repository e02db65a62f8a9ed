package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class RecoverScriptTest {

    private final TestBroadcast broadcast;

    RecoverScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String recover(Object... arguments) {
        return broadcast.run(Script.RECOVER, arguments);
    }

    private void since(String position) {
        broadcast.definition("e1 shared live " + position + " 9-0 0-0 0-0=a").group("9-0");
    }

    @Test
    void what_matches_between_the_known_position_and_since_waits_due_in_the_order_of_the_log() {
        since("4-0");
        broadcast.log("1-0", "a").log("2-0", "a").log("2-5", "a").log("3-0", "b").log("4-0", "a").log("5-0", "a");

        assertThat(broadcast.change(
                        () -> assertThat(recover("s", "e1", "1-0", 10)).isEqualTo("[OK, 3, 1]")))
                .containsExactly(
                        "- subs[s] = e1 shared live 4-0 9-0 0-0 0-0=a",
                        "+ due:s 2-0 @ 2",
                        "+ due:s 2-5 @ 2.0048828125",
                        "+ due:s 4-0 @ 4",
                        "+ subs[s] = e1 shared live 1-0 9-0 0-0 0-0=a",
                        "+ wait:s[2-0] = 1 2 0|a{}data 2-0",
                        "+ wait:s[2-5] = 1 2 0|a{}data 2-5",
                        "+ wait:s[4-0] = 1 2 0|a{}data 4-0");
        assertThat(broadcast.change(
                        () -> assertThat(recover("s", "e1", "1-0", 10)).isEqualTo("[OK, 0, 1]")))
                .isEmpty();
    }

    @Test
    void it_goes_in_steps_from_the_newest_to_the_oldest() {
        since("4-0");
        broadcast.log("1-0", "a").log("2-0", "a").log("2-5", "a").log("3-0", "a").log("4-0", "a");

        assertThat(recover("s", "e1", "1-0", 2)).isEqualTo("[OK, 2, 0]");
        assertThat(broadcast.state()).contains("subs[s] = e1 shared live 2-18446744073709551615 9-0 0-0 0-0=a");
        assertThat(recover("s", "e1", "1-0", 1)).isEqualTo("[OK, 1, 0]");
        assertThat(broadcast.state()).contains("subs[s] = e1 shared live 2-4 9-0 0-0 0-0=a");
        assertThat(recover("s", "e1", "1-0", 10)).isEqualTo("[OK, 1, 1]");
        assertThat(recover("s", "e1", "0-0", 10)).isEqualTo("[OK, 1, 1]");
        assertThat(broadcast.state()).contains("subs[s] = e1 shared live 0-0 9-0 0-0 0-0=a");
    }

    @Test
    void what_already_waits_stays_with_its_owner() {
        since("4-0");
        broadcast.log("2-0", "a").taken("2-0", "c 7");

        assertThat(broadcast.change(
                        () -> assertThat(recover("s", "e1", "1-0", 10)).isEqualTo("[OK, 0, 1]")))
                .containsExactly(
                        "- subs[s] = e1 shared live 4-0 9-0 0-0 0-0=a", "+ subs[s] = e1 shared live 1-0 9-0 0-0 0-0=a");
    }

    @Test
    void a_position_that_is_not_earlier_changes_nothing() {
        since("4-0");
        broadcast.log("4-0", "a").log("5-0", "a");

        assertThat(broadcast.change(() -> {
                    assertThat(recover("s", "e1", "4-0", 10)).isEqualTo("[OK, 0, 1]");
                    assertThat(recover("s", "e1", "7-0", 10)).isEqualTo("[OK, 0, 1]");
                }))
                .isEmpty();
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        since("4-0");

        assertThat(broadcast.change(
                        () -> assertThat(recover("s", "e", "1-0", 10)).isEqualTo("[JOIN, 0, 1]")))
                .isEmpty();
    }
}
