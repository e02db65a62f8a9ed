package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The publish that costs least: routed by the generation in force, without options, in a broadcast that has a cap and no more. */
@OnEveryServer
class CommonPublishTest {

    private final TestBroadcast broadcast;

    CommonPublishTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private void subscribe(String sub, String settings) {
        broadcast.run(Script.SUBSCRIBE, sub, "g1", settings, "shared", "$", "", "", "#");
    }

    private String generation() {
        return broadcast.run(Script.ROUTES, "0", "n").replaceAll("[\\[\\]]", "").split(",")[0];
    }

    /** Messages as subject and subscriptions in turn. */
    private String publish(String... messages) {
        return publishAs(generation(), messages);
    }

    private String publishAs(String generation, String... messages) {
        Object[] arguments = new Object[4 + 5 * (messages.length / 2)];
        java.util.Arrays.fill(arguments, "");
        arguments[0] = generation;
        arguments[1] = "n9";
        arguments[3] = messages.length / 2;
        for (int i = 0; i < messages.length / 2; i++) {
            arguments[4 + 5 * i] = messages[2 * i];
            arguments[5 + 5 * i] = "{}";
            arguments[6 + 5 * i] = "data";
            arguments[7 + 5 * i] = messages[2 * i + 1];
        }
        return broadcast.run(Script.PUBLISH, arguments);
    }

    @Test
    void the_reply_is_the_id_alone_and_the_copies_are_where_they_were_sent() {
        subscribe("s", "100 0 drop");
        subscribe("t", "");

        assertThat(broadcast.change(() -> assertThat(publish("a.b", "s,t")).isEqualTo("#1")))
                .containsExactly(
                        "+ inbox:s #1 s=a.b d=data h={}",
                        "+ inbox:t #1 s=a.b d=data h={}",
                        "+ log #1 s=a.b d=data h={}");
        assertThat(publish("a.b", "", "a.c", "t", "a", "")).isEqualTo("#2 #3 #4");
        assertThat(broadcast.redis("XLEN", "inbox:t")).isEqualTo("2");
    }

    @Test
    void what_is_trimmed_and_dropped_stands_behind_the_ids() {
        subscribe("s", "2 0 drop");
        subscribe("t.u-1", "");

        assertThat(publish("a.b", "s", "a.b", "s,t.u-1")).isEqualTo("#1 #2");
        assertThat(publish("a.b", "")).isEqualTo("#3 1 s=1");
        broadcast.read("s", 5);
        assertThat(publish("a.b", "", "a.b", "")).isEqualTo("#4 #5 2 t.u-1=1");
        assertThat(broadcast.state())
                .contains("stats:s[dropped-first] = #1", "stats:s[dropped-last] = #1", "stats:t.u-1[dropped] = 1");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
    }

    @Test
    void a_batch_longer_than_the_cap_takes_its_own_first_messages() {
        subscribe("s", "2 0 drop");

        assertThat(publish("a.1", "s", "a.2", "", "a.3", "s", "a.4", "s")).isEqualTo("#1 #2 #3 #4 2 s=1");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("2");
    }

    @Test
    void an_inbox_that_is_gone_is_told_with_everything_else() {
        subscribe("s", "2 0 drop");
        subscribe("t", "");
        broadcast.redis("DEL", "inbox:t");

        assertThat(publish("a.b", "s,t", "a.c", "s")).isEqualTo("[2 g1, 0, [#1, 1, 0, #2, 1, 0], [t, 1], [t]]");
        assertThat(publish("a.b", "s,t")).isEqualTo("[2 g1, 1, [#3, 1, 0], [s, 1, t, 1], [t]]");
        assertThat(broadcast.state()).contains("stats:t[missing-first] = #1", "stats:t[missing-last] = #3");
    }

    @Test
    void a_lowered_cap_converges_and_is_never_passed_again() {
        subscribe("s", "10 0 drop");
        for (int i = 0; i < 10; i++) {
            publish("a.b", "");
        }
        String before = generation();
        broadcast.run(Script.DECLARE, "n", "3 0 drop");

        assertThat(publishAs(before, "a.b", "s")).startsWith("[g1, 8, [#11, 1, 0]");
        assertThat(publish("a.b", "")).isEqualTo("#12 1");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("3");
    }

    @Test
    void a_log_without_a_cap_grows() {
        subscribe("s", "0 0 drop");

        assertThat(publish("a.b", "s", "a.b", "s")).isEqualTo("#1 #2");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
    }

    @Test
    void subjects_are_refused_as_ever_and_nothing_is_stored() {
        subscribe("s", "100 0 drop");
        String seventeen = IntStream.range(0, 17).mapToObj(i -> "a" + i).collect(Collectors.joining("."));
        List<String> wrong =
                List.of("", "a..b", ".a", "a.", "a b", "a.*", "ä.b", "a\nb", seventeen, "a".repeat(513), ".");

        assertThat(broadcast.change(() -> wrong.forEach(subject -> assertThat(publish("a.b", "s", subject, "s"))
                        .as(subject)
                        .matches("INVALID_SUBJECT [A-Z_]+ \\d+ 2"))))
                .isEmpty();
    }

    @Test
    void long_subjects_are_good() {
        subscribe("s", "100 0 drop");
        String sixteen = IntStream.range(0, 16).mapToObj(i -> "a" + i).collect(Collectors.joining("."));

        assertThat(publish(sixteen, "s", "a".repeat(512), "s", "a", "s")).isEqualTo("#1 #2 #3");
    }

    @Test
    void what_else_a_broadcast_asks_for_is_done() {
        subscribe("s", "2 0 drop");
        String plain = generation();
        assertThat(plain).isEqualTo("2 g1");
        publish("a.b", "s", "a.b", "s");

        broadcast.run(Script.DECLARE, "n", "2 0 reject");
        assertThat(generation()).isEqualTo("g1");
        assertThat(publishAs(plain, "a.b", "s")).isEqualTo("OVERFLOW s");
        assertThat(publish("a.b", "s")).isEqualTo("OVERFLOW s");

        broadcast.run(Script.DECLARE, "n", "2 60000 drop");
        assertThat(publish("a.b", "s")).isEqualTo("#3 1 s=1");

        broadcast.run(Script.DECLARE, "n", "2 0 drop");
        broadcast.run(Script.SUBSCRIBE, "t", "g2", "", "shared", "0-0", "", "", "#");
        assertThat(generation()).isEqualTo("g2");
        assertThat(publishAs("g2", "a.b", "s")).isEqualTo("#4 1 s=1 t=1");
        broadcast.run(Script.BACKFILL, "t", "g2", 10, "g3");
        assertThat(generation()).isEqualTo("2 g3");
    }

    @Test
    void a_foreign_log_refuses_it_and_nothing_is_stored() {
        subscribe("s", "100 0 drop");
        broadcast.redis("SET", "log", "foreign");

        assertThat(broadcast.change(() -> assertThat(publish("a.b", "s")).contains("WRONGTYPE")))
                .isEmpty();
    }

    @Test
    void a_calm_trim_reads_and_writes_nothing_but_the_log_and_the_count() {
        subscribe("s", "80 0 drop");
        for (int i = 0; i < 200; i++) {
            publish("a.b", "s");
            broadcast.read("s", 1);
        }

        List<String> changes = broadcast.change(() -> publish("a.b", ""));
        assertThat(changes)
                .hasSize(4)
                .contains("- log #121 s=a.b d=data h={}", "+ log #201 s=a.b d=data h={}")
                .filteredOn(line -> line.contains("meta"))
                .allMatch(line -> line.contains(" meta[trimmed] = -"));
    }

    @Test
    void a_subscription_that_begins_where_it_was_calm_is_looked_at() {
        subscribe("s", "80 0 drop");
        for (int i = 0; i < 200; i++) {
            publish("a.b", "");
        }
        assertThat(broadcast.redis("HGET", "meta", "trimmed")).startsWith("-");

        broadcast.run(Script.SUBSCRIBE, "t", "g2", "", "shared", broadcast.id(140), "", "", "#");
        broadcast.run(Script.BACKFILL, "t", "g2", 100, "g3");
        assertThat(broadcast.redis("XLEN", "inbox:t")).isEqualTo("60");
        int drops = 0;
        for (int i = 0; i < 21; i++) {
            drops += publish("a.b", "").contains("t=1") ? 1 : 0;
        }
        assertThat(drops).isEqualTo(1);
        assertThat(broadcast.run(Script.PAGE, "$", 1)).contains(", 141, 80, 0");
    }
}
