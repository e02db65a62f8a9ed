package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code schedule}, {@code promote} and {@code cancel}. */
@OnEveryServer
class DelayedScriptsTest {

    private final TestBroadcast broadcast;

    DelayedScriptsTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    /** Schedules messages given as subject, data, when, options. */
    private String schedule(String... messages) {
        List<Object> all = new ArrayList<>(List.of("n1", "10 0 drop", messages.length / 4));
        for (int i = 0; i < messages.length; i += 4) {
            all.addAll(List.of(messages[i], "{}", messages[i + 1], messages[i + 2], messages[i + 3]));
        }
        return broadcast.run(Script.SCHEDULE, all.toArray());
    }

    private String publish(String subject, String data, String options) {
        return broadcast.run(Script.PUBLISH, "", "n9", "", 1, subject, "{}", data, "", options);
    }

    private String promote(int limit) {
        return broadcast.run(Script.PROMOTE, limit);
    }

    private void subscribe(String sub, String pattern) {
        broadcast.run(Script.SUBSCRIBE, sub, "g1", "", "shared", "$", "", "", pattern);
    }

    @Test
    void a_message_waits_in_two_keys_and_nowhere_else_and_founds_the_broadcast() {
        assertThat(broadcast.change(() -> assertThat(schedule("a.b", "x", "+500", ""))
                        .isEqualTo("[d1000000-000000001, 0, 0, 1000500, 500]")))
                .containsExactly(
                        "+ delayed d1000000-000000001 @ 1000500",
                        "+ delayed-bodies[d1000000-000000001] = 3 2 0 -|a.b{}x",
                        "+ meta[age] = 0",
                        "+ meta[delays] = 1",
                        "+ meta[gen] = n1",
                        "+ meta[inc] = n1",
                        "+ meta[max] = 10",
                        "+ meta[overflow] = drop",
                        "+ meta[plain] = 10 n1",
                        "+ meta[v] = 1");
    }

    @Test
    void nothing_is_published_before_it_is_due_and_then_it_is_as_if_published_now() {
        schedule("a", "x", "+500", "");
        subscribe("late", "a");

        assertThat(promote(10)).isEqualTo("[OK, 0, 500, 0, []]");
        broadcast.clock(1_000_500);
        assertThat(broadcast.change(() -> assertThat(promote(10)).isEqualTo("[OK, 1, -1, 0, []]")))
                .hasSize(4)
                .contains(
                        "- delayed d1000000-000000001 @ 1000500", "- delayed-bodies[d1000000-000000001] = 1 2 0 -|a{}x")
                .anyMatch(line -> line.startsWith("+ log") && line.endsWith("s=a d=x h={}"))
                .anyMatch(line -> line.startsWith("+ inbox:late") && line.endsWith("s=a d=x h={}"));
        assertThat(broadcast.change(() -> assertThat(promote(10)).isEqualTo("[OK, 0, -1, 0, []]")))
                .isEmpty();
    }

    @Test
    void what_is_due_goes_in_the_order_of_its_time_and_then_of_its_handing_over_in_bounded_batches() {
        schedule("a", "3", "+200", "", "a", "1", "+100", "", "a", "4", "@1000200", "", "a", "2", "@7", "");
        for (int i = 0; i < 12; i++) {
            schedule("a", "n" + i, "+300", "");
        }
        broadcast.clock(1_000_300);

        assertThat(promote(3)).isEqualTo("[OK, 3, 0, 0, []]");
        assertThat(promote(100)).isEqualTo("[OK, 13, -1, 6, []]");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("10");
        assertThat(data()).containsExactly("n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11");
    }

    private List<String> data() {
        return broadcast.state().stream()
                .filter(line -> line.startsWith("log "))
                .map(line -> line.replaceAll(".* d=(\\S+) .*", "$1"))
                .toList();
    }

    @Test
    void a_time_to_live_counts_from_when_it_was_due_though_it_is_published_late() {
        schedule("a", "x", "+500", "2000 0 0 ");
        broadcast.clock(1_002_000);

        assertThat(promote(1)).isEqualTo("[OK, 1, -1, 0, []]");
        assertThat(broadcast.state()).anyMatch(line -> line.startsWith("log ") && line.endsWith(" x=1002500"));
    }

    @Test
    void a_key_is_checked_and_remembered_when_the_message_is_handed_over() {
        publish("a", "now", "0 0 9000 k");

        assertThat(schedule("a", "x", "+500", "0 0 9000 k")).isEqualTo("[#1, 0, 1, -1, 0]");
        assertThat(schedule("a", "x", "+500", "0 0 9000 l", "a", "y", "+900", "0 0 9000 l"))
                .isEqualTo("[d1000000-000000001, 0, 0, 1000500, 500, d1000000-000000001, 0, 1, 1000500, 500]");
        assertThat(publish("a", "z", "0 0 9000 l")).contains("[d1000000-000000001, 0, 1]");
        broadcast.clock(1_000_500);
        assertThat(promote(9)).isEqualTo("[OK, 1, -1, 0, []]");
        assertThat(schedule("a", "x", "+500", "0 0 9000 l")).isEqualTo("[d1000000-000000001, 0, 1, -1, 0]");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
    }

    @Test
    void what_is_cancelled_is_gone_and_its_key_is_remembered() {
        schedule("a", "x", "+500", "0 0 9000 k");

        assertThat(broadcast.change(() -> assertThat(broadcast.run(Script.CANCEL, "d1000000-000000001"))
                        .isEqualTo("1")))
                .containsExactly(
                        "- delayed d1000000-000000001 @ 1000500",
                        "- delayed-bodies[d1000000-000000001] = 1 2 0 -|a{}x");
        assertThat(broadcast.run(Script.CANCEL, "d1000000-000000001")).isEqualTo("0");
        assertThat(schedule("a", "x", "+500", "0 0 9000 k")).isEqualTo("[d1000000-000000001, 0, 1, -1, 0]");
    }

    @Test
    void one_that_is_wrong_refuses_the_whole_batch() {
        for (String[] wrong : List.of(
                new String[] {"a..b", "+5", "", "INVALID_SUBJECT EMPTY_SEGMENT 2 2"},
                new String[] {"a", "5", "", "INVALID_OPTIONS 2"},
                new String[] {"a", "+", "", "INVALID_OPTIONS 2"},
                new String[] {"a", "+5", "x", "INVALID_OPTIONS 2"})) {
            assertThat(broadcast.change(
                            () -> assertThat(schedule("a", "x", "+5", "", wrong[0], "y", wrong[1], wrong[2]))
                                    .isEqualTo(wrong[3])))
                    .isEmpty();
        }
    }

    @Test
    void where_too_many_wait_nothing_more_is_kept_but_a_duplicate_is_told() {
        schedule("a", "x", "+500", "0 0 9000 k");
        broadcast.run(TestBroadcast.compose(
                "for i = 2, 100000 do redis.call('ZADD', KEYS[1] .. 'delayed', 2e6, 'f' .. i) end " + "return { 1 }"));

        assertThat(schedule("a", "y", "+5", "")).isEqualTo("DELAYED_FULL 100000");
        assertThat(schedule("a", "x", "+500", "0 0 9000 k")).contains("d1000000-000000001, 0, 1, ");
        broadcast.run(Script.CANCEL, "d1000000-000000001");
        assertThat(schedule("a", "y", "+5", "", "a", "z", "+5", "")).isEqualTo("DELAYED_FULL 100000");
        assertThat(schedule("a", "y", "+5", "")).startsWith("[d1000000-000000002, 0, 0");
        broadcast.redis("DEL", "delayed");
    }

    @Test
    void what_the_cap_would_take_from_a_subscription_that_rejects_goes_on_waiting() {
        schedule("a", "1", "+5", "", "a", "2", "+6", "", "a", "3", "+7", "");
        subscribe("s", "a");
        broadcast.redis("HSET", "meta", "max", "2", "overflow", "reject");
        broadcast.clock(1_000_010);

        assertThat(promote(9)).isEqualTo("[OVERFLOW, 2, 0, 0, []]");
        assertThat(promote(9)).isEqualTo("[OVERFLOW, 0, 0, 0, []]");
        broadcast.read("s", 2);
        assertThat(promote(9)).isEqualTo("[OK, 1, -1, 1, []]");
        assertThat(data()).containsExactlyInAnyOrder("2", "3");
    }

    @Test
    void a_promotion_trims_and_counts_what_nobody_was_given() {
        subscribe("s", "a");
        publish("a", "1", "");
        broadcast.redis("HSET", "meta", "max", "1");
        schedule("a", "2", "+5", "");
        broadcast.clock(1_000_005);

        assertThat(promote(9)).isEqualTo("[OK, 1, -1, 1, [s, 1]]");
    }

    @Test
    void one_without_a_body_is_passed_over() {
        schedule("a", "1", "+5", "", "a", "2", "+6", "");
        broadcast.redis("HDEL", "delayed-bodies", "d1000000-000000001");
        broadcast.clock(1_000_010);

        assertThat(promote(9)).isEqualTo("[OK, 1, -1, 0, []]");
        assertThat(data()).containsExactly("2");
    }
}
