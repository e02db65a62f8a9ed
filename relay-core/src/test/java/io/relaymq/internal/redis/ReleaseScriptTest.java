package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class ReleaseScriptTest {

    private final TestBroadcast broadcast;

    ReleaseScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String release(Object... arguments) {
        return broadcast.run(Script.RELEASE, arguments);
    }

    @Test
    void released_copies_are_due_in_the_order_given_and_before_anything_later() {
        broadcast.subscription("2-0").inbox("1-0", "2-0");

        assertThat(broadcast.change(() ->
                        assertThat(release("s", "e1", "c", 0, "1-0", "2-0")).isEqualTo("[OK, 2, 0]")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "- inbox:s 2-0 s=a.b d=data 2-0 h={}",
                        "+ due:s 1-0 @ 999999",
                        "+ due:s 2-0 @ 999999.0009765625",
                        "+ stats:s[released] = 2",
                        "+ wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "+ wait:s[2-0] = 3 2 0|a.b{}data 2-0");
    }

    @Test
    void what_had_waited_is_due_again_with_its_attempts() {
        broadcast.subscription("1-0").taken("1-0", "c 7");
        broadcast.redis("HSET", "tries:s", "1-0", "2 1 900000 0");

        assertThat(broadcast.change(
                        () -> assertThat(release("s", "e1", "c", 0, "1-0/7")).isEqualTo("[OK, 1, 0]")))
                .containsExactly("- taken:s[1-0] = c 7", "+ due:s 1-0 @ 999999", "+ stats:s[released] = 1");
    }

    @Test
    void the_same_release_again_is_late_and_changes_nothing() {
        broadcast.subscription("2-0").inbox("1-0").taken("2-0", "c 7");
        release("s", "e1", "c", 0, "1-0", "2-0/7");

        assertThat(broadcast.change(() ->
                        assertThat(release("s", "e1", "c", 0, "1-0", "2-0/7")).isEqualTo("[OK, 0, 2]")))
                .isEmpty();
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        broadcast.subscription("1-0").inbox("1-0");

        assertThat(broadcast.change(
                        () -> assertThat(release("s", "e", "c", 0, "1-0")).isEqualTo("[JOIN, 0, 1]")))
                .isEmpty();
    }
}
