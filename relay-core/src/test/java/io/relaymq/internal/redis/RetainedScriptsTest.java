package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retained values: what {@code publish} keeps, {@code retained} and {@code forget}, and what a new subscription is given first. */
@OnEveryServer
class RetainedScriptsTest {

    private final TestBroadcast broadcast;

    RetainedScriptsTest(Server server) {
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

    private String subscribe(String start, String pattern) {
        return broadcast.run(Script.SUBSCRIBE, "s", "e1", "", "shared", start, "", "", pattern);
    }

    private String backfill(int limit) {
        return broadcast.run(Script.BACKFILL, "s", "e1", limit, "n");
    }

    private List<String> lines(String key) {
        return broadcast.state().stream()
                .filter(line -> line.startsWith(key) && !line.contains("read up to"))
                .toList();
    }

    @Test
    void the_last_value_of_a_subject_takes_the_place_of_the_one_before_with_its_time() {
        publish("a", "1", "0,500 0 0 ", "b", "2", "0,0 0 0 ");

        assertThat(broadcast.change(() -> publish("a", "3", "0,0 0 0 ")))
                .containsExactly(
                        "- retained #1 s=a d=1 h={} x=1000500",
                        "- retained-ids[a] = #1",
                        "- retained-until a @ 1000500",
                        "+ log #3 s=a d=3 h={}",
                        "+ retained #3 s=a d=3 h={}",
                        "+ retained-ids[a] = #3");
        assertThat(lines("retained #")).containsExactly("retained #2 s=b d=2 h={}", "retained #3 s=a d=3 h={}");
    }

    @Test
    void a_plain_publish_leaves_the_value_and_an_empty_retained_one_takes_it_away() {
        publish("a", "1", "0,500 0 0 ");
        publish("a", "2", "");
        assertThat(lines("retained #")).containsExactly("retained #1 s=a d=1 h={} x=1000500");

        assertThat(publish("a", "", "0,500 0 0 ")).contains("[#3, 0, 0]");
        assertThat(lines("retained")).isEmpty();
    }

    @Test
    void a_duplicate_changes_no_value() {
        publish("a", "1", "0,0 0 9000 k");
        publish("a", "2", "0,0 0 0 ");

        assertThat(broadcast.change(() -> publish("a", "1", "0,0 0 9000 k"))).isEmpty();
    }

    @Test
    void a_time_to_live_that_is_shorter_ends_the_value_too() {
        publish("a", "1", "300,500 0 0 ", "b", "2", "300,0 0 0 ", "c", "3", "900,500 0 0 ");

        assertThat(lines("retained-until"))
                .containsExactly(
                        "retained-until a @ 1000300", "retained-until b @ 1000300", "retained-until c @ 1000500");
    }

    @Test
    void what_is_over_is_not_told_and_goes_with_later_ones_and_with_upkeep() {
        for (int i = 0; i < 15; i++) {
            publish("old." + i, "x", "0,5 0 0 ");
        }
        broadcast.clock(1_000_005);

        assertThat(broadcast.run(Script.RETAINED, "old.3", "0-0", 10)).isEmpty();
        assertThat(broadcast.run(Script.RETAINED, "", "0-0", 100)).isEmpty();
        publish("new", "x", "0,5 0 0 ");
        assertThat(broadcast.redis("XLEN", "retained")).isEqualTo("6");
        broadcast.run(Script.PROMOTE, 10);
        assertThat(lines("retained #")).hasSize(1);
        broadcast.clock(1_000_010);
        assertThat(broadcast.run(Script.FORGET, "new")).isEqualTo("0");
        assertThat(lines("retained")).isEmpty();
    }

    @Test
    void values_are_told_by_subject_and_by_patterns_page_by_page_in_the_order_of_their_publishing() {
        publish("a.1", "1", "0,0 0 0 ", "b.1", "2", "0,7 0 0 ", "a.2", "3", "0,0 0 0 ", "a.1", "4", "0,0 0 0 ");

        assertThat(broadcast.run(Script.RETAINED, "b.1", "0-0", 10)).isEqualTo("[, [#2, b.1, {}, 2, 1000007]]");
        assertThat(broadcast.run(Script.RETAINED, "b.2", "0-0", 10)).isEmpty();
        assertThat(broadcast.run(Script.RETAINED, "", "0-0", 10, "a.*", "!a.1")).isEqualTo("[, [#3, a.2, {}, 3, 0]]");
        assertThat(broadcast.run(Script.RETAINED, "", "0-0", 2))
                .isEqualTo("[#3, [#2, b.1, {}, 2, 1000007], [#3, a.2, {}, 3, 0]]");
        assertThat(broadcast.run(Script.RETAINED, "", broadcast.id(3), 2)).isEqualTo("[, [#4, a.1, {}, 4, 0]]");
    }

    @Test
    void a_value_that_is_forgotten_is_gone() {
        publish("a", "1", "0,500 0 0 ");

        assertThat(broadcast.run(Script.FORGET, "a")).isEqualTo("1");
        assertThat(lines("retained")).isEmpty();
        assertThat(broadcast.run(Script.FORGET, "a")).isEqualTo("0");
    }

    @Test
    void where_too_many_subjects_have_a_value_a_new_one_is_refused_and_an_old_one_is_replaced() {
        broadcast.run(TestBroadcast.compose(
                "for i = 1, 99999 do redis.call('XADD', KEYS[1] .. 'retained', '1-' .. i, 's', 'x', 'd', '', 'h', '') end "
                        + "return { 1 }"));
        publish("a", "1", "0,0 0 0 ");

        assertThat(publish("b", "1", "0,0 0 0 ")).isEqualTo("RETAINED_FULL 100000 1");
        assertThat(publish("a", "1", "0,0 0 0 ")).startsWith("[n9");
        assertThat(publish("b", "", "0,0 0 0 ")).startsWith("[n9");
        broadcast.redis("DEL", "retained");
    }

    @Test
    void a_new_subscription_is_given_the_values_that_match_first_then_what_came_meanwhile_then_live_ones() {
        publish(
                "a.1",
                "1",
                "0,0 0 0 ",
                "a.2",
                "2",
                "0,0 0 0 ",
                "b",
                "3",
                "0,0 0 0 ",
                "a.3",
                "4",
                "0,0 0 0 ",
                "a.4",
                "5",
                "");
        assertThat(subscribe("$ retained", "a.*")).endsWith("copying, n9, #5, , 0-0, #5]");

        assertThat(backfill(2)).isEqualTo("[OK, 2, copying]");
        publish("a.1", "new", "0,0 0 0 ", "a.3", "new", "0,0 0 0 ", "a.9", "live", "");
        assertThat(backfill(2)).isEqualTo("[OK, 0, copying]");
        assertThat(backfill(2)).isEqualTo("[OK, 2, copying]");
        assertThat(backfill(2)).isEqualTo("[OK, 1, live]");
        publish("a.2", "newer", "");

        assertThat(lines("inbox:s").stream().map(line -> line.replaceAll(".* s=(\\S+) d=(\\S+) .*", "$1 $2")))
                .containsExactlyInAnyOrder("a.1 1", "a.2 2", "a.1 new", "a.3 new", "a.9 live", "a.2 newer");
        assertThat(subscribe("$ retained", "a.*"))
                .startsWith("[EXISTS, e1, live")
                .endsWith("#5]");
    }

    @Test
    void a_subscription_that_does_not_ask_is_given_none() {
        publish("a", "1", "0,0 0 0 ");

        assertThat(subscribe("$", "a")).endsWith("live, n9, #1, , 0-0]");
        assertThat(lines("inbox:s #")).isEmpty();
    }

    @Test
    void what_the_history_brings_is_not_brought_twice_and_what_it_lost_is_brought_as_a_value() {
        publish("a", "1", "0,0 0 0 ", "b", "2", "0,0 0 0 ", "b", "3", "");
        broadcast.redis("XTRIM", "log", "MAXLEN", "2");

        assertThat(subscribe("0-0 retained", ">")).contains("copying");
        for (int i = 0; i < 3; i++) {
            backfill(2);
        }
        assertThat(lines("inbox:s #")).hasSize(3);
        assertThat(lines("subs[s]").get(0)).contains(" live ").contains(" retained=");
    }

    @Test
    void a_value_whose_time_is_over_is_passed_over_and_one_that_ends_takes_its_end_along() {
        publish("a", "1", "0,5 0 0 ", "b", "2", "0,500 0 0 ");
        subscribe("$ retained", ">");
        broadcast.clock(1_000_005);

        backfill(10);

        assertThat(lines("inbox:s #")).containsExactly("inbox:s #2 s=b d=2 h={} x=1000500");
    }

    @Test
    void a_trim_takes_no_value_out_of_an_inbox_and_a_broadcast_that_rejects_does_not_reject_for_it() {
        publish("a", "1", "0,0 0 0 ", "b", "2", "0,0 0 0 ");
        subscribe("$ retained", ">");
        backfill(10);
        backfill(10);
        broadcast.redis("HSET", "meta", "max", "1", "overflow", "reject");

        assertThat(publish("c", "3", "")).contains("[#3, 1, 0], [], []");
        assertThat(publish("d", "4", "")).isEqualTo("OVERFLOW s");
        broadcast.redis("HSET", "meta", "overflow", "drop");
        assertThat(publish("d", "4", "")).contains("[#4, 1, 0], [s, 1], []");
        assertThat(lines("inbox:s #"))
                .containsExactly("inbox:s #1 s=a d=1 h={}", "inbox:s #2 s=b d=2 h={}", "inbox:s #4 s=d d=4 h={}");
    }

    @Test
    void a_lost_inbox_gets_the_values_again_that_nobody_had_handled() {
        publish("a", "1", "0,0 0 0 ", "b", "2", "0,0 0 0 ");
        subscribe("$ retained", ">");
        backfill(10);
        backfill(10);
        broadcast.redis("DEL", "inbox:s");
        broadcast.run(Script.SUBSCRIBE, "s", "e2", "", "shared", "$ retained", "", "", ">");

        broadcast.run(Script.BACKFILL, "s", "e2", 10, "n");

        assertThat(lines("inbox:s #")).containsExactly("inbox:s #1 s=a d=1 h={}", "inbox:s #2 s=b d=2 h={}");
    }

    @Test
    void a_seek_brings_history_and_no_values() {
        publish("a", "1", "0,0 0 0 ");
        subscribe("$ retained", ">");
        broadcast.run(Script.SEEK, "s", "e2", "$");

        assertThat(lines("subs[s]").get(0)).contains(" live ").doesNotContain("retained");
        assertThat(lines("inbox:s #")).isEmpty();
    }

    @Test
    void a_delayed_message_becomes_the_value_when_it_is_published_and_its_time_counts_from_when_it_was_due() {
        broadcast.run(Script.SCHEDULE, "n1", "", 1, "a", "{}", "x", "+100", "0,500 0 0 ");
        assertThat(lines("retained")).isEmpty();
        broadcast.clock(1_000_300);

        broadcast.run(Script.PROMOTE, 10);

        assertThat(lines("retained-until")).containsExactly("retained-until a @ 1000600");
    }
}
