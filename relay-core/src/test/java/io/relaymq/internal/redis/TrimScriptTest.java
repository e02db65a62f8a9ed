package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class TrimScriptTest {

    private final TestBroadcast broadcast;

    TrimScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String trim() {
        return broadcast.run(Script.TRIM);
    }

    private String send(String subject) {
        return broadcast.run(Script.PUBLISH, "", "n9", "", 1, subject, "{}", "data", "", "");
    }

    private void age(int millis) {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1", "age", Integer.toString(millis));
    }

    @Test
    void messages_older_than_the_age_go_and_their_unread_copies_with_them() {
        age(1_000);
        broadcast.log("998000-0", "a.b").log("998999-7", "a.b").log("999000-0", "a.b");
        broadcast.subscription("0-0").inbox("998000-0", "998999-7", "999000-0");
        broadcast.redis("ZADD", "unread", "0", "s");

        assertThat(broadcast.change(() -> assertThat(trim()).isEqualTo("[2, [s, 2]]")))
                .containsExactly(
                        "- inbox:s 998000-0 s=a.b d=data 998000-0 h={}",
                        "- inbox:s 998999-7 s=a.b d=data 998999-7 h={}",
                        "- log 998000-0 s=a.b d=data 998000-0 h={}",
                        "- log 998999-7 s=a.b d=data 998999-7 h={}",
                        "- unread s @ 0",
                        "+ meta[trimmed] = 2",
                        "+ stats:s[dropped-at] = 1000000",
                        "+ stats:s[dropped-first] = 998000-0",
                        "+ stats:s[dropped-last] = 998999-7",
                        "+ stats:s[dropped] = 2",
                        "+ unread s @ 999000");
        assertThat(broadcast.change(() -> assertThat(trim()).isEqualTo("[0, []]")))
                .isEmpty();
    }

    @Test
    void copies_that_were_handed_out_stay() {
        age(1_000);
        broadcast.log("1-0", "a.b").log("2-0", "a.b").log("999500-0", "a.b");
        broadcast.subscription("1-0").inbox("1-0", "2-0", "999500-0");
        broadcast.redis("ZADD", "unread", "0", "s");

        assertThat(trim()).isEqualTo("[2, [s, 1]]");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("2");
    }

    @Test
    void a_log_of_which_nothing_is_left_leaves_nothing_unread() {
        age(1_000);
        broadcast.log("1-0", "a.b").log("2-0", "a.b").subscription("0-0").inbox("1-0", "2-0");
        broadcast.redis("ZADD", "unread", "0", "s");

        assertThat(trim()).isEqualTo("[2, [s, 2]]");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("0");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("0");
        assertThat(broadcast.change(() -> assertThat(trim()).isEqualTo("[0, []]")))
                .isEmpty();
    }

    @Test
    void messages_that_come_after_the_clock_went_back_are_found_when_they_are_trimmed() {
        age(1_000);
        broadcast.log("1-0", "a.b").subscription("0-0");
        broadcast.redis("ZADD", "unread", "0", "s");
        trim();
        assertThat(broadcast.state()).contains("unread s @ 1");

        broadcast.log("5-0", "a.b").inbox("5-0").log("999999-0", "b");
        assertThat(trim()).isEqualTo("[1, [s, 1]]");
    }

    @Test
    void history_that_is_still_to_be_copied_is_counted_from_the_cursor_on() {
        age(1_000);
        broadcast.redis("HSET", "meta", "copying", "s");
        broadcast.log("1-0", "a").log("2-0", "a").log("3-0", "b").log("4-0", "a").log("999500-0", "a");
        broadcast.definition("e1 shared copying 0-0 1-0 0-0 0-0=a").group("0-0");

        assertThat(trim()).isEqualTo("[4, [s, 2]]");
        assertThat(broadcast.state())
                .contains("subs[s] = e1 shared copying 0-0 4-0 0-0 0-0=a", "stats:s[dropped-first] = 2-0");
        assertThat(broadcast.run(Script.BACKFILL, "s", "e1", 10, "n")).isEqualTo("[OK, 1, live]");
    }

    @Test
    void without_an_age_or_without_a_log_nothing_is_trimmed() {
        broadcast.log("1-0", "a");
        assertThat(broadcast.change(() -> assertThat(trim()).isEqualTo("[0, []]")))
                .isEmpty();
        age(0);
        assertThat(trim()).isEqualTo("[0, []]");

        broadcast.redis("DEL", "log");
        age(5);
        assertThat(broadcast.change(() -> assertThat(trim()).isEqualTo("[0, []]")))
                .isEmpty();
    }

    @Test
    void an_age_longer_than_the_time_that_was_keeps_everything() {
        age(2_000_000);
        broadcast.log("1-0", "a");

        assertThat(trim()).isEqualTo("[0, []]");
    }

    @Test
    void a_publish_takes_what_is_too_old() {
        age(60_000);
        broadcast.run(Script.SUBSCRIBE, "s", "g1", "", "shared", "$", "", "", "a.b");
        broadcast.log("1-0", "a.b").log("2-0", "b").log("3-0", "a.b").inbox("1-0", "3-0");

        assertThat(send("a.b")).isEqualTo("[g1, 3, [#1, 1, 0], [s, 2], []]");
        assertThat(send("a.b")).isEqualTo("[g1, 0, [#2, 1, 0], [], []]");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("2");
    }

    @Test
    void the_first_publish_of_a_broadcast_knows_the_age_it_declares() {
        broadcast.log("1-0", "a");

        assertThat(broadcast.run(Script.PUBLISH, "", "n9", "0 60000 drop", 1, "a", "", "", "", ""))
                .isEqualTo("[n9, 1, [#1, 0, 0], [], []]");
    }

    @Test
    void cap_and_age_are_counted_together_and_nothing_twice() {
        age(60_000);
        broadcast.redis("HSET", "meta", "max", "5");
        broadcast.run(Script.SUBSCRIBE, "s", "g1", "", "shared", "$", "", "", "a.b");
        for (int i = 1; i <= 6; i++) {
            broadcast.log(i + "-0", "a.b").inbox(i + "-0");
        }

        assertThat(send("a.b")).isEqualTo("[g1, 6, [#1, 1, 0], [s, 6], []]");
        assertThat(broadcast.state()).contains("stats:s[dropped] = 6");
    }

    @Test
    void a_publish_takes_about_a_thousand_old_ones_and_the_next_goes_on() {
        age(60_000);
        for (int i = 1; i <= 2_500; i++) {
            broadcast.log(i + "-0", "b");
        }

        assertThat(Integer.parseInt(send("b").split(", ")[1])).isBetween(500, 1_500);
        send("b");
        send("b");
        send("b");
        send("b");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("5");
    }
}
