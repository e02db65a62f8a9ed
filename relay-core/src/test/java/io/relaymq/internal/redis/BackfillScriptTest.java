package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class BackfillScriptTest {

    private final TestBroadcast broadcast;

    BackfillScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String backfill(Object... arguments) {
        return broadcast.run(Script.BACKFILL, arguments);
    }

    private String step(int limit) {
        return backfill("s", "e1", limit, "n9");
    }

    private void copying(String cursor, String versions) {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1", "copying", "r,s,t");
        broadcast
                .definition("e1 shared copying 0-0 " + cursor + " 0-0 " + versions)
                .group("0-0");
    }

    @Test
    void a_step_copies_what_matches_and_moves_the_cursor_over_what_does_not() {
        copying("1-0", "0-0=a.*,!a.x");
        broadcast.log("1-0", "a.b").log("2-0", "a.b").log("3-0", "b.b").log("4-0", "a.x").log("5-0", "a.b");

        assertThat(broadcast.change(() -> assertThat(step(3)).isEqualTo("[OK, 1, copying]")))
                .containsExactly(
                        "- subs[s] = e1 shared copying 0-0 1-0 0-0 0-0=a.*,!a.x",
                        "+ inbox:s 2-0 s=a.b d=data 2-0 h={}",
                        "+ subs[s] = e1 shared copying 0-0 4-0 0-0 0-0=a.*,!a.x",
                        "+ unread s @ 0");
    }

    @Test
    void the_step_that_reaches_the_end_of_the_log_turns_the_subscription_live() {
        copying("1-0", "0-0=a.*");
        broadcast.log("1-0", "a.b").log("2-0", "a.b");

        assertThat(broadcast.change(() -> assertThat(step(2)).isEqualTo("[OK, 1, live]")))
                .containsExactly(
                        "- meta[copying] = r,s,t",
                        "- meta[gen] = g1",
                        "- subs[s] = e1 shared copying 0-0 1-0 0-0 0-0=a.*",
                        "+ inbox:s 2-0 s=a.b d=data 2-0 h={}",
                        "+ meta[copying] = r,t",
                        "+ meta[gen] = n9",
                        "+ routes[a.*] = s",
                        "+ shapes[x.*] = 1",
                        "+ subs[s] = e1 shared live 0-0 2-0 0-0 0-0=a.*",
                        "+ unread s @ 0");
        assertThat(broadcast.change(() -> assertThat(step(2)).isEqualTo("[OK, 0, live]")))
                .isEmpty();
    }

    @Test
    void each_message_is_judged_by_the_patterns_that_held_for_it_and_the_last_ones_are_routed() {
        copying("0-0", "0-0=a 2-0=b 2-0=c 3-0=d");
        broadcast.log("1-0", "a").log("2-0", "a").log("3-0", "a").log("3-1", "d").log("4-0", "a").log("5-0", "d");
        broadcast.redis("HSET", "meta", "copying", "s");

        assertThat(step(10)).isEqualTo("[OK, 4, live]");
        assertThat(broadcast.state())
                .contains("routes[d] = s", "subs[s] = e1 shared live 0-0 5-0 0-0 3-0=d")
                .noneMatch(line -> line.startsWith("meta[copying]"))
                .filteredOn(line -> line.matches("inbox:s [0-9]+-.*"))
                .extracting(line -> line.split(" ")[1])
                .containsExactly("1-0", "2-0", "3-1", "5-0");
    }

    @Test
    void an_empty_log_turns_it_live() {
        copying("0-0", "0-0=a");

        assertThat(step(10)).isEqualTo("[OK, 0, live]");
    }

    @Test
    void another_life_of_the_subscription_is_told_to_join() {
        copying("0-0", "0-0=a");
        broadcast.log("1-0", "a");

        assertThat(broadcast.change(
                        () -> assertThat(backfill("s", "e", 10, "n9")).isEqualTo("[JOIN, 0, ]")))
                .isEmpty();
        assertThat(backfill("unknown", "e1", 10, "n9")).isEqualTo("[JOIN, 0, ]");
    }

    @Test
    void steps_with_publishes_in_between_leave_no_gap_no_double_and_keep_the_order() {
        copying("0-0", "0-0=a");
        for (int i = 1; i <= 5; i++) {
            broadcast.log(i + "-0", "a");
        }

        for (int i = 0; i < 4; i++) {
            step(2);
            broadcast.run(Script.PUBLISH, "", "n", "", 1, "a", "{}", "live " + i, "", "");
            broadcast.run(Script.PUBLISH, "", "n", "", 1, "b", "{}", "other", "", "");
        }
        String last;
        do {
            last = step(3);
        } while (last.contains("copying"));
        broadcast.run(Script.PUBLISH, "", "n", "", 1, "a", "{}", "live 4", "", "");

        assertThat(broadcast.state())
                .filteredOn(line -> line.startsWith("inbox:s") && line.contains(" d="))
                .extracting(line -> line.replaceFirst(".* d=(.*) h=.*", "$1"))
                .containsExactly(
                        "data 1-0",
                        "data 2-0",
                        "data 3-0",
                        "data 4-0",
                        "data 5-0",
                        "live 0",
                        "live 1",
                        "live 2",
                        "live 3",
                        "live 4");
    }

    private void publishWithoutInbox(String settings) {
        broadcast.run(Script.SUBSCRIBE, "s", "e1", settings, "shared", "$", "", "", "a.>");
        broadcast.redis("DEL", "inbox:s");
        for (int n = 0; n < 3; n++) {
            broadcast.run(Script.PUBLISH, "", "n9", "", 1, "a.b", "{}", "data", "", "");
        }
        assertThat(broadcast.state()).contains("stats:s[dropped] = 3");
        assertThat(broadcast.run(Script.SUBSCRIBE, "s", "e2", "", "shared", "$", "", "", "a.>"))
                .startsWith("[REPAIRED, e2, copying, ");
    }

    @Test
    void what_was_published_while_an_inbox_was_gone_and_is_copied_after_all_is_no_drop() {
        publishWithoutInbox("");

        assertThat(backfill("s", "e2", 100, "n9")).isEqualTo("[OK, 3, live]");
        assertThat(broadcast.read(10)).isEqualTo("[#1, #2, #3]");
        assertThat(broadcast.state())
                .noneMatch(line -> line.startsWith("stats:s[dropped") || line.startsWith("stats:s[missing"));
    }

    @Test
    void what_was_trimmed_while_an_inbox_was_gone_stays_a_drop_and_counts_once() {
        publishWithoutInbox("2 0 drop");
        broadcast.run(Script.PUBLISH, "", "n9", "", 1, "b", "{}", "data", "", "");

        assertThat(backfill("s", "e2", 100, "n9")).isEqualTo("[OK, 1, live]");
        assertThat(broadcast.state())
                .contains("stats:s[dropped] = 2")
                .noneMatch(line -> line.startsWith("stats:s[missing"));
    }
}
