package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class PublishScriptTest {

    private final TestBroadcast broadcast;

    PublishScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String publish(Object... arguments) {
        return broadcast.run(Script.PUBLISH, arguments);
    }

    /** Publishes one message without routes of the caller's. */
    private String send(String subject) {
        return named("", subject, "{}", "data", "");
    }

    private String named(String generation, Object... messages) {
        List<Object> all = new ArrayList<>(List.of(generation, "n9", "", messages.length / 4));
        for (int i = 0; i < messages.length; i += 4) {
            all.addAll(List.of(messages).subList(i, i + 4));
            all.add("");
        }
        return publish(all.toArray());
    }

    private void subscribe(String sub, String... patterns) {
        Object[] all = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {sub, "g-" + sub, "", "shared", "$", "", ""}, 0, all, 0, 7);
        System.arraycopy(patterns, 0, all, 7, patterns.length);
        broadcast.run(Script.SUBSCRIBE, all);
    }

    private void cap(int max) {
        broadcast.redis("HSET", "meta", "max", Integer.toString(max));
    }

    @Test
    void the_first_publish_makes_the_broadcast_with_the_callers_cap() {
        assertThat(broadcast.change(() -> assertThat(publish("", "n1", "10 0 drop", 1, "a.b", "{}", "x", "", ""))
                        .matches("\\[n1, 0, \\[#1, 0, 0], \\[], \\[]]")))
                .containsExactly(
                        "+ log #1 s=a.b d=x h={}",
                        "+ meta[age] = 0",
                        "+ meta[gen] = n1",
                        "+ meta[inc] = n1",
                        "+ meta[max] = 10",
                        "+ meta[overflow] = drop",
                        "+ meta[plain] = 10 n1",
                        "+ meta[v] = 1");
    }

    @Test
    void each_subscription_that_wants_it_gets_a_copy_under_the_same_id() {
        subscribe("s", "a.*");
        subscribe("t", "#", "!a.x");
        subscribe("u", "b");

        assertThat(broadcast.change(() -> assertThat(send("a.b")).isEqualTo("[g-u, 0, [#1, 2, 0], [], []]")))
                .containsExactly(
                        "+ inbox:s #1 s=a.b d=data h={}",
                        "+ inbox:t #1 s=a.b d=data h={}",
                        "+ log #1 s=a.b d=data h={}");
        assertThat(send("a.x")).isEqualTo("[g-u, 0, [#2, 1, 0], [], []]");
    }

    @Test
    void with_the_generation_in_force_the_callers_routes_are_taken() {
        subscribe("s", "a");
        subscribe("t", "a");

        assertThat(named("g-t", "a", "{}", "x", "s")).isEqualTo("#1");
        assertThat(broadcast.state()).contains("inbox:s #1 s=a d=x h={}").doesNotContain("inbox:t #1 s=a d=x h={}");
    }

    @Test
    void with_another_generation_the_callers_routes_are_not_taken_and_the_one_in_force_is_told() {
        subscribe("s", "a");
        subscribe("t", "a");

        assertThat(named("g-s", "a", "{}", "x", "s")).isEqualTo("[g-t, 0, [#1, 2, 0], [], []]");
    }

    @Test
    void several_messages_keep_their_order_and_are_told_one_by_one() {
        subscribe("s", "a", "b");

        assertThat(named("", "a", "h1", "1", "", "c", "h2", "2", "", "b", "h3", "3", ""))
                .isEqualTo("[g-s, 0, [#1, 1, 0, #2, 0, 0, #3, 1, 0], [], []]");
        assertThat(broadcast.state())
                .contains("inbox:s #1 s=a d=1 h=h1", "inbox:s #3 s=b d=3 h=h3", "log #2 s=c d=2 h=h2");
    }

    @Test
    void an_invalid_subject_anywhere_refuses_all_with_rule_segment_and_message() {
        subscribe("s", "#");

        assertThat(broadcast.change(() -> {
                    assertThat(named("", "a", "", "", "", "a..b", "", "", ""))
                            .isEqualTo("INVALID_SUBJECT EMPTY_SEGMENT 2 2");
                    assertThat(named("g-s", "a.*", "", "", "s")).isEqualTo("INVALID_SUBJECT WILDCARD_IN_SUBJECT 2 1");
                    assertThat(send("")).isEqualTo("INVALID_SUBJECT EMPTY 0 1");
                }))
                .isEmpty();
    }

    @Test
    void more_than_ten_thousand_copies_are_refused() {
        StringBuilder subs = new StringBuilder();
        for (int i = 0; i < 10_001; i++) {
            subs.append("s").append(i).append(",");
        }
        broadcast.redis("HSET", "meta", "v", "1", "gen", "g1");

        assertThat(broadcast.change(
                        () -> assertThat(named("g1", "a", "", "", subs)).isEqualTo("TOO_MANY_COPIES 10001")))
                .isEmpty();
    }

    @Test
    void a_missing_inbox_and_a_foreign_one_are_left_out_counted_and_reported() {
        subscribe("s", "a");
        subscribe("t", "a");
        subscribe("u", "a");
        broadcast.redis("DEL", "inbox:s");
        broadcast.redis("DEL", "inbox:t");
        broadcast.redis("SET", "inbox:t", "foreign");

        assertThat(broadcast.change(() -> assertThat(named("", "a", "{}", "1", "", "a", "{}", "2", ""))
                        .matches("\\[g-u, 0, \\[#1, 1, 0, #2, 1, 0], \\[([st], 2|, )+], \\[s, t]]")))
                .containsExactly(
                        "+ inbox:u #1 s=a d=1 h={}",
                        "+ inbox:u #2 s=a d=2 h={}",
                        "+ log #1 s=a d=1 h={}",
                        "+ log #2 s=a d=2 h={}",
                        "+ stats:s[dropped-at] = 1000000",
                        "+ stats:s[dropped-first] = #1",
                        "+ stats:s[dropped-last] = #2",
                        "+ stats:s[dropped] = 2",
                        "+ stats:s[missing-first] = #1",
                        "+ stats:s[missing-last] = #2",
                        "+ stats:t[dropped-at] = 1000000",
                        "+ stats:t[dropped-first] = #1",
                        "+ stats:t[dropped-last] = #2",
                        "+ stats:t[dropped] = 2",
                        "+ stats:t[missing-first] = #1",
                        "+ stats:t[missing-last] = #2");
    }

    @Test
    void a_foreign_log_refuses_all() {
        subscribe("s", "a");
        broadcast.redis("SET", "log", "foreign");

        assertThat(broadcast.change(() -> assertThat(send("a")).contains("WRONGTYPE")))
                .isEmpty();
    }

    @Test
    void a_broadcast_without_a_cap_keeps_everything_whatever_the_caller_declares() {
        subscribe("s", "a");
        for (int i = 0; i < 5; i++) {
            publish("", "n9", "2 0 drop", 1, "a", "", "", "", "");
        }

        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("5");
    }

    @Test
    void the_log_never_holds_more_than_the_cap_and_unread_copies_go_with_it() {
        subscribe("s", "a");
        cap(2);
        send("a");
        send("b");

        assertThat(send("a")).isEqualTo("[g-s, 1, [#3, 1, 0], [s, 1], []]");
        assertThat(broadcast.state())
                .contains("stats:s[dropped] = 1", "stats:s[dropped-first] = #1", "stats:s[dropped-last] = #1")
                .filteredOn(line -> line.startsWith("inbox:s #") || line.startsWith("log"))
                .containsExactly("inbox:s #3 s=a d=data h={}", "log #2 s=b d=data h={}", "log #3 s=a d=data h={}");
    }

    @Test
    void copies_that_were_handed_out_stay_until_they_are_settled() {
        subscribe("s", "a");
        cap(1);
        send("a");
        assertThat(broadcast.read(1)).isEqualTo("#1");
        send("a");

        assertThat(send("a")).isEqualTo("[g-s, 1, [#3, 1, 0], [s, 1], []]");
        assertThat(broadcast.state())
                .filteredOn(line -> line.startsWith("inbox:s #"))
                .containsExactly("inbox:s #1 s=a d=data h={}", "inbox:s #3 s=a d=data h={}");
    }

    @Test
    void nothing_is_dropped_where_everything_up_to_the_cut_was_handed_out() {
        subscribe("s", "a");
        cap(1);
        send("a");
        send("a");
        broadcast.read(5);
        send("a");
        broadcast.read(5);

        assertThat(send("a")).isEqualTo("[g-s, 1, [#4, 1, 0], [], []]");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("3");
    }

    @Test
    void a_batch_larger_than_the_cap_keeps_its_newest() {
        subscribe("s", "a");
        cap(2);

        assertThat(named("", "a", "", "1", "", "a", "", "2", "", "a", "", "3", ""))
                .isEqualTo("[g-s, 1, [#1, 1, 0, #2, 1, 0, #3, 1, 0], [s, 1], []]");
        assertThat(broadcast.state())
                .filteredOn(line -> line.startsWith("inbox:s #"))
                .containsExactly("inbox:s #2 s=a d=2 h=", "inbox:s #3 s=a d=3 h=");
    }

    @Test
    void a_missing_group_drops_nothing_until_it_is_repaired() {
        subscribe("s", "a");
        cap(1);
        send("a");
        broadcast.destroyGroup();

        assertThat(send("a")).isEqualTo("[g-s, 1, [#2, 1, 0], [], []]");
        broadcast.run(Script.SUBSCRIBE, "s", "r", "", "shared", "$", "", "", "a");
        assertThat(send("a")).isEqualTo("[r, 1, [#3, 1, 0], [s, 2], []]");
    }

    @Test
    void a_foreign_inbox_does_not_end_the_trim() {
        subscribe("s", "a");
        subscribe("t", "a");
        cap(1);
        broadcast.redis("DEL", "inbox:s");
        broadcast.redis("SET", "inbox:s", "foreign");
        send("a");

        assertThat(send("a")).matches("\\[g-t, 1, \\[#2, 1, 0], \\[[st], 1, [st], 1], \\[s]]");
    }

    @Test
    void messages_trimmed_before_a_copy_reached_them_are_drops_from_the_cursor_on() {
        for (String id : new String[] {"1-0", "2-0", "3-0", "4-0", "5-0"}) {
            broadcast.log(id, id.equals("4-0") ? "b" : "a");
        }
        broadcast.run(Script.SUBSCRIBE, "s", "e", "", "shared", "0-0", "", "", "a");
        broadcast.run(Script.BACKFILL, "s", "e", 2, "n");
        cap(2);

        assertThat(send("a")).isEqualTo("[e, 4, [#1, 0, 0], [s, 3], []]");
        assertThat(broadcast.state())
                .contains("stats:s[dropped] = 3", "subs[s] = e shared copying 0-0 4-0 0-0 0-0=a")
                .noneMatch(line -> line.startsWith("inbox:s 1-0") || line.startsWith("inbox:s 2-0"));
        assertThat(broadcast.run(Script.BACKFILL, "s", "e", 10, "n")).isEqualTo("[OK, 2, live]");
        assertThat(broadcast.state())
                .filteredOn(line -> line.startsWith("inbox:s ") && line.contains("d="))
                .containsExactly("inbox:s 5-0 s=a d=data 5-0 h={}", "inbox:s #1 s=a d=data h={}");
    }

    @Test
    void copies_made_after_a_trim_looked_at_the_empty_inbox_are_dropped_by_the_next_ones() {
        broadcast.log("1-0", "a").log("2-0", "a").log("3-0", "a");
        broadcast.run(Script.SUBSCRIBE, "s", "e", "", "shared", "0-0", "", "", "a");
        cap(3);
        assertThat(send("b")).isEqualTo("[e, 1, [#1, 0, 0], [s, 1], []]");
        broadcast.run(Script.BACKFILL, "s", "e", 10, "n");

        assertThat(send("b")).isEqualTo("[n, 1, [#2, 0, 0], [s, 1], []]");
        assertThat(send("b")).isEqualTo("[n, 1, [#3, 0, 0], [s, 1], []]");
        assertThat(send("b")).isEqualTo("[n, 1, [#4, 0, 0], [], []]");
    }

    @Test
    void a_lowered_cap_converges_by_a_thousand_or_twice_the_batch() {
        subscribe("s", "a");
        for (int i = 1; i <= 3_000; i++) {
            broadcast.log(i + "-0", "b");
        }
        cap(10);

        assertThat(send("b")).startsWith("[g-s, 1000, ");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2001");
        assertThat(send("b")).startsWith("[g-s, 1000, ");
        assertThat(send("b")).startsWith("[g-s, 993, ");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("10");
    }

    @Test
    void the_same_publish_twice_stores_two_messages() {
        send("a");
        send("a");

        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
    }

    @Test
    void a_cap_of_zero_is_no_cap() {
        cap(0);

        assertThat(send("a")).endsWith(" 0, [#1, 0, 0], [], []]");
    }

    @Test
    void a_long_trim_counts_every_uncopied_match_once() {
        for (int i = 1; i <= 230; i++) {
            broadcast.log(i + "-0", i % 2 == 0 ? "a" : "b");
        }
        broadcast.run(Script.SUBSCRIBE, "s", "e", "", "shared", "0-0", "", "", "a");
        broadcast.run(Script.BACKFILL, "s", "e", 20, "n");
        cap(10);

        assertThat(send("b")).isEqualTo("[e, 221, [#1, 0, 0], [s, 110], []]");
        assertThat(broadcast.state())
                .contains("subs[s] = e shared copying 0-0 221-0 0-0 0-0=a")
                .contains("stats:s[dropped-first] = 2-0", "stats:s[dropped-last] = 220-0");
    }
}
