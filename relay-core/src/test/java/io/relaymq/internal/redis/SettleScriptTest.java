package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class SettleScriptTest {

    private final TestBroadcast broadcast;

    SettleScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String settle(Object... arguments) {
        return broadcast.run(Script.SETTLE, arguments);
    }

    @Test
    void an_acked_copy_is_gone() {
        broadcast.subscription("2-0").inbox("1-0", "2-0", "3-0");

        assertThat(broadcast.change(() -> assertThat(settle("s", "e1", "c", "acked", 0, "1-0", "2-0"))
                        .isEqualTo("OK")))
                .containsExactly(
                        "- inbox:s 1-0 s=a.b d=data 1-0 h={}",
                        "- inbox:s 2-0 s=a.b d=data 2-0 h={}",
                        "+ stats:s[acked] = 2");
    }

    @Test
    void an_acked_delivery_that_had_waited_leaves_nothing() {
        broadcast.subscription("1-0").taken("1-0", "c 7");
        broadcast.redis("HSET", "tries:s", "1-0", "1 0 5 0");

        assertThat(broadcast.change(() ->
                        assertThat(settle("s", "e1", "c", "acked", 0, "1-0/7")).isEqualTo("OK")))
                .containsExactly(
                        "- taken:s[1-0] = c 7",
                        "- tries:s[1-0] = 1 0 5 0",
                        "- wait:s[1-0] = 3 2 0|a.b{}data 1-0",
                        "+ stats:s[acked] = 1");
    }

    @Test
    void the_same_settle_again_is_late_and_changes_only_the_count() {
        broadcast.subscription("1-0").inbox("1-0").taken("2-0", "c 7");
        settle("s", "e1", "c", "acked", 0, "1-0", "2-0/7");

        assertThat(broadcast.change(() -> assertThat(settle("s", "e1", "c", "acked", 0, "1-0", "2-0/7"))
                        .isEqualTo("[OK, 0, 2, 0]")))
                .containsExactly("+ stats:s[late] = 2");
    }

    @Test
    void what_another_run_or_another_consumer_owns_is_late() {
        broadcast.subscription("1-0").taken("1-0", "c 8").taken("2-0", "d 9");

        assertThat(broadcast.change(() -> assertThat(settle("s", "e1", "c", "acked", 0, "1-0/7", "2-0/9", "1-0"))
                        .isEqualTo("[OK, 0, 3, 0]")))
                .containsExactly("+ stats:s[late] = 3");
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        broadcast.subscription("1-0").inbox("1-0");

        assertThat(broadcast.change(() ->
                        assertThat(settle("s", "e", "c", "acked", 0, "1-0")).isEqualTo("[JOIN, 0, 1, 0]")))
                .containsExactly("+ stats:s[late] = 1");
        assertThat(settle("unknown", "e1", "c", "acked", 0, "1-0")).isEqualTo("[JOIN, 0, 1, 0]");
    }

    @Test
    void what_was_sent_before_and_is_done_is_not_late() {
        broadcast.subscription("1-0").inbox("1-0", "3-0").taken("2-0", "c 7");
        settle("s", "e1", "c", "acked", 0, "1-0", "2-0/7");

        assertThat(broadcast.change(() -> assertThat(settle("s", "e1", "c", "acked", 1, "1-0", "2-0/7", "3-0"))
                        .isEqualTo("[OK, 1, 0, 0]")))
                .containsExactly("- inbox:s 3-0 s=a.b d=data 3-0 h={}", "- stats:s[acked] = 2", "+ stats:s[acked] = 3");
        assertThat(settle("s", "e", "c", "acked", 1, "1-0")).isEqualTo("[JOIN, 0, 0, 0]");
    }

    @Test
    void says_whether_something_is_due() {
        broadcast.subscription("1-0").inbox("1-0").waiting("2-0", 1_000_001);

        assertThat(settle("s", "e1", "c", "acked", 0, "1-0")).isEqualTo("OK");
        broadcast.clock(1_000_001);
        assertThat(settle("s", "e1", "c", "acked", 0, "1-0")).isEqualTo("[OK, 0, 1, 1]");
    }

    @Test
    void a_thousand_at_once() {
        broadcast.subscription("9999-0");
        String[] ids = java.util.stream.IntStream.rangeClosed(1, 1000)
                .mapToObj(i -> i + "-0")
                .toArray(String[]::new);
        broadcast.inbox(ids);

        Object[] arguments = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("s", "e1", "c", "acked", "0"), java.util.Arrays.stream(ids))
                .toArray();
        assertThat(settle(arguments)).isEqualTo("OK");
    }

    @Test
    void what_expired_is_counted_apart() {
        broadcast.subscription("1-0").inbox("1-0").taken("2-0", "c 7");

        assertThat(broadcast.change(() -> assertThat(settle("s", "e1", "c", "expired", 0, "1-0", "2-0/7"))
                        .isEqualTo("OK")))
                .contains("+ stats:s[expired] = 2")
                .noneMatch(line -> line.contains("acked"));
    }
}
