package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class PublishOptionsTest {

    private final TestBroadcast broadcast;

    PublishOptionsTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    /** Publishes messages given as subject, data, options. */
    private String publish(String... messages) {
        List<Object> all = new ArrayList<>(List.of("", "n9", "", messages.length / 3));
        for (int i = 0; i < messages.length; i += 3) {
            all.addAll(List.of(messages[i], "{}", messages[i + 1], "", messages[i + 2]));
        }
        return broadcast.run(Script.PUBLISH, all.toArray());
    }

    private void subscribe(String sub, String pattern) {
        broadcast.run(Script.SUBSCRIBE, sub, "g1", "", "shared", "$", "", "", pattern);
    }

    @Test
    void a_publish_with_a_key_is_remembered_with_its_id_and_its_copies() {
        subscribe("s", "a");

        assertThat(broadcast.change(
                        () -> assertThat(publish("a", "x", "0 0 120000 k")).isEqualTo("[g1, 0, [#1, 1, 0], [], []]")))
                .containsExactly("+ dedup:k = #1 1", "+ inbox:s #1 s=a d=x h={}", "+ log #1 s=a d=x h={}");
        assertThat(Integer.parseInt(broadcast.redis("PTTL", "dedup:k"))).isBetween(60_000, 120_000);
    }

    @Test
    void the_same_key_again_stores_nothing_and_is_told_the_first() {
        subscribe("s", "a");
        publish("a", "x", "0 0 120000 k");
        subscribe("t", "a");

        assertThat(broadcast.change(() -> {
                    assertThat(publish("a", "x", "0 0 120000 k")).isEqualTo("[g1, 0, [#1, 1, 1], [], []]");
                    assertThat(publish("b", "y", "5 0 7 k")).isEqualTo("[g1, 0, [#1, 1, 1], [], []]");
                }))
                .isEmpty();
        assertThat(Integer.parseInt(broadcast.redis("PTTL", "dedup:k"))).isGreaterThan(60_000);
    }

    @Test
    void the_same_key_twice_in_one_batch_is_stored_once() {
        subscribe("s", "a");

        assertThat(publish("a", "1", "0 0 9000 k", "a", "2", "", "a", "3", "0 0 9000 k", "a", "4", "0 0 9000 l"))
                .isEqualTo("[g1, 0, [#1, 1, 0, #2, 1, 0, #1, 1, 1, #3, 1, 0], [], []]");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("3");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("3");
    }

    @Test
    void a_duplicate_between_new_messages_is_told_in_its_place() {
        publish("a", "1", "0 0 9000 k");

        assertThat(publish("b", "2", "", "a", "1", "0 0 9000 k", "c", "3", "0 0 9000 l"))
                .isEqualTo("[n9, 0, [#2, 0, 0, #1, 0, 1, #3, 0, 0], [], []]");
    }

    @Test
    void after_the_window_the_key_is_new() {
        publish("a", "x", "0 0 9000 k");
        broadcast.redis("PEXPIRE", "dedup:k", "0");

        assertThat(publish("a", "x", "0 0 9000 k")).isEqualTo("[n9, 0, [#2, 0, 0], [], []]");
        assertThat(broadcast.state()).contains("dedup:k = #2 0");
    }

    @Test
    void a_key_may_hold_any_character() {
        publish("a", "x", "0 0 9000 a b\nc 1 2");

        assertThat(broadcast.state()).contains("dedup:a b|c 1 2 = #1 0");
        assertThat(publish("a", "x", "0 0 9000 a b\nc 1 2")).isEqualTo("[n9, 0, [#1, 0, 1], [], []]");
    }

    @Test
    void a_window_without_a_key_remembers_nothing() {
        assertThat(publish("a", "x", "0 0 9000 ")).isEqualTo("[n9, 0, [#1, 0, 0], [], []]");
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("dedup"));
    }

    @Test
    void the_first_is_told_with_the_copies_it_had_though_an_inbox_was_missing() {
        subscribe("s", "a");
        broadcast.redis("DEL", "inbox:s");

        assertThat(publish("a", "x", "0 0 9000 k")).isEqualTo("[g1, 0, [#1, 0, 0], [s, 1], [s]]");
        assertThat(publish("a", "x", "0 0 9000 k")).isEqualTo("[g1, 0, [#1, 0, 1], [], []]");
        assertThat(broadcast.state()).contains("stats:s[dropped] = 1", "stats:s[dropped-at] = 1000000");
    }

    @Test
    void a_time_to_live_is_an_expiry_by_the_servers_clock_in_the_log_and_in_every_copy() {
        subscribe("s", "a");
        subscribe("t", "a");

        assertThat(broadcast.change(() -> publish("a", "x", "500 0 0 ")))
                .containsExactly(
                        "+ inbox:s #1 s=a d=x h={} x=1000500",
                        "+ inbox:t #1 s=a d=x h={} x=1000500",
                        "+ log #1 s=a d=x h={} x=1000500");
    }

    @Test
    void a_time_to_live_without_end_is_a_number_that_fits() {
        publish("a", "x", "9223372036854775807 0 9223372036854775807 k");

        assertThat(broadcast.state()).contains("log #1 s=a d=x h={} x=1000000001000000", "dedup:k = #1 0");
    }

    @Test
    void the_expiry_goes_with_the_message_wherever_it_goes() {
        subscribe("s", "a");
        publish("a", "1", "500 0 0 ", "a", "2", "600 0 0 ", "a", "3", "700 0 0 ", "a", "4", "800 0 0 ");
        broadcast.read(4);
        broadcast.run(Script.FAIL, "s", "g1", "c", broadcast.id(1), 5, "Boom", "", 1, 100);
        broadcast.run(Script.RELEASE, "s", "g1", "c", 0, broadcast.id(2));
        broadcast.redis("HSET", "meta", "beat:s", "1000000");
        broadcast.run(Script.SWEEP, "s", "g1", 30_000, 1, 3, 0, 100);

        assertThat(broadcast.state())
                .contains(
                        "wait:s[#1] = 1 2 1000500|a{}1",
                        "wait:s[#2] = 1 2 1000600|a{}2",
                        "wait:s[#3] = 1 2 1000700|a{}3",
                        "inbox:s #4 s=a d=4 h={} x=1000800");
        broadcast.record("c", "1030000 30000 1 0-0 0 ").clock(1_000_005);
        assertThat(broadcast.run(Script.TAKE, "s", "g1", "c", 10, 30_000, 0))
                .contains("[#1, 3, 1, 0, 0, a, {}, 1, 1000500]", "a, {}, 2, 1000600]", "a, {}, 3, 1000700]");
    }

    @Test
    void history_is_copied_with_its_expiry() {
        publish("a", "1", "500 0 0 ", "a", "2", "");
        broadcast.run(Script.SUBSCRIBE, "s", "e1", "", "shared", "0-0", "", "", "a");

        broadcast.run(Script.BACKFILL, "s", "e1", 10, "n");

        assertThat(broadcast.state()).contains("inbox:s #1 s=a d=1 h={} x=1000500", "inbox:s #2 s=a d=2 h={}");
    }

    @Test
    void what_is_recovered_into_wait_keeps_its_expiry() {
        publish("a", "1", "500 0 0 ");
        broadcast
                .definition("e1 shared live " + broadcast.id(1) + " 0-0 0-0 0-0=a")
                .group("0-0");

        assertThat(broadcast.run(Script.RECOVER, "s", "e1", "0-0", 10)).isEqualTo("[OK, 1, 1]");
        assertThat(broadcast.state()).contains("wait:s[#1] = 1 2 1000500|a{}1");
    }

    @Test
    void a_publish_that_needs_subscribers_is_refused_where_nobody_wants_one_of_its_messages() {
        subscribe("s", "a");

        assertThat(broadcast.change(() -> assertThat(publish("a", "1", "0 1 0 ", "b", "2", "0 1 9000 k"))
                        .isEqualTo("NO_SUBSCRIBERS 2")))
                .isEmpty();
        assertThat(publish("a", "1", "0 1 0 ", "b", "2", "")).isEqualTo("[g1, 0, [#1, 1, 0, #2, 0, 0], [], []]");
    }

    @Test
    void the_callers_routes_count_as_subscribers_under_the_generation_in_force() {
        subscribe("s", "a");

        assertThat(broadcast.run(Script.PUBLISH, "g1", "n9", "", 1, "a", "", "", "s", "0 1 0 "))
                .isEqualTo("#1");
        assertThat(broadcast.run(Script.PUBLISH, "g1", "n9", "", 1, "a", "", "", "", "0 1 0 "))
                .isEqualTo("NO_SUBSCRIBERS 1");
    }

    @Test
    void a_repeated_publish_is_told_the_first_though_nobody_wants_it_any_more() {
        subscribe("s", "a");
        publish("a", "1", "0 1 9000 k");
        broadcast.run(Script.UNSUBSCRIBE, "s", "g2");

        assertThat(publish("a", "1", "0 1 9000 k")).isEqualTo("[g2, 0, [#1, 1, 1], [], []]");
    }

    @Test
    void options_that_cannot_be_read_refuse_the_whole_batch() {
        for (String wrong : List.of("x", "1 2 3 k", "0 0 0 k", "-1 0 0 ", "0 0 0")) {
            assertThat(broadcast.change(() ->
                            assertThat(publish("a", "1", "", "a", "2", wrong)).isEqualTo("INVALID_OPTIONS 2")))
                    .isEmpty();
        }
    }

    @Test
    void a_foreign_key_under_an_idempotency_key_refuses_the_whole_batch() {
        broadcast.redis("HSET", "dedup:k", "foreign", "1");

        assertThat(broadcast.change(() -> assertThat(publish("a", "1", "", "a", "2", "0 0 9000 k"))
                        .contains("WRONGTYPE")))
                .isEmpty();
    }

    @Test
    void a_batch_that_ends_with_a_duplicate_is_trimmed_as_of_its_newest_message() {
        publish("a", "1", "0 0 9000 k");
        subscribe("s", "a");
        broadcast.redis("HSET", "meta", "max", "2");

        assertThat(publish("a", "2", "", "a", "3", "", "a", "4", "", "a", "1", "0 0 9000 k"))
                .isEqualTo("[g1, 2, [#2, 1, 0, #3, 1, 0, #4, 1, 0, #1, 0, 1], [s, 1], []]");
        assertThat(broadcast.change(() -> publish("a", "1", "0 0 9000 k"))).isEmpty();
    }
}
