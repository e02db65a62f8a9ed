package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class OverflowTest {

    private final TestBroadcast broadcast;

    OverflowTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String send(String subject) {
        return publish(1, subject, "");
    }

    private String publish(int count, String subject, String options) {
        Object[] all = new Object[4 + 5 * count];
        java.util.Arrays.fill(all, "");
        all[1] = "n9";
        all[3] = count;
        for (int i = 0; i < count; i++) {
            all[4 + 5 * i] = subject;
            all[8 + 5 * i] = options;
        }
        return broadcast.run(Script.PUBLISH, all);
    }

    private void rejecting(int max) {
        broadcast.run(Script.DECLARE, "g0", max + " 0 reject");
    }

    private void subscribe(String start) {
        broadcast.run(Script.SUBSCRIBE, "s", "g1", "", "shared", start, "", "", "a");
    }

    private void refused() {
        assertThat(broadcast.change(() -> assertThat(send("a")).isEqualTo("OVERFLOW s")))
                .isEmpty();
    }

    @Test
    void the_cap_is_reached_exactly_and_the_next_publish_is_refused_naming_the_laggard() {
        rejecting(2);
        subscribe("$");

        assertThat(send("a")).isEqualTo("[g1, 0, [#1, 1, 0], [], []]");
        assertThat(send("a")).isEqualTo("[g1, 0, [#2, 1, 0], [], []]");
        refused();
        refused();
    }

    @Test
    void a_subject_nobody_wants_is_refused_as_well_if_it_would_take_unread_messages() {
        rejecting(1);
        subscribe("$");
        send("a");

        assertThat(send("b")).isEqualTo("OVERFLOW s");
    }

    @Test
    void where_the_oldest_is_wanted_by_nobody_it_goes() {
        rejecting(2);
        subscribe("$");
        send("b");
        send("a");

        assertThat(send("a")).isEqualTo("[g1, 1, [#3, 1, 0], [], []]");
        refused();
    }

    @Test
    void what_was_handed_out_does_not_hold_up_and_stays_until_it_is_settled() {
        rejecting(1);
        subscribe("$");
        send("a");
        broadcast.read(1);

        assertThat(send("a")).isEqualTo("[g1, 1, [#2, 1, 0], [], []]");
        assertThat(broadcast.redis("XLEN", "inbox:s")).isEqualTo("2");
        refused();
    }

    @Test
    void after_the_laggard_has_read_it_goes_on() {
        rejecting(1);
        subscribe("$");
        send("a");
        refused();
        broadcast.read(1);

        assertThat(send("a")).isEqualTo("[g1, 1, [#2, 1, 0], [], []]");
    }

    @Test
    void a_copy_that_has_not_come_to_what_would_go_holds_up() {
        broadcast.log("1-0", "a").log("2-0", "a");
        rejecting(2);
        subscribe("0-0");
        refused();

        broadcast.run(Script.BACKFILL, "s", "g1", 1, "n");
        refused();

        broadcast.read(1);
        assertThat(send("b")).isEqualTo("[g1, 1, [#1, 0, 0], [], []]");
        assertThat(broadcast.run(Script.BACKFILL, "s", "g1", 10, "n")).isEqualTo("[OK, 1, live]");
    }

    @Test
    void a_batch_longer_than_the_cap_is_refused_if_anybody_wants_its_first_messages() {
        rejecting(2);
        subscribe("$");

        assertThat(broadcast.change(() -> assertThat(publish(3, "a", "")).isEqualTo("OVERFLOW s")))
                .isEmpty();
        assertThat(publish(3, "b", "")).startsWith("[g1, 1, ");
        assertThat(broadcast.redis("XLEN", "log")).isEqualTo("2");
    }

    @Test
    void a_batch_of_more_than_a_thousand_looks_at_all_that_it_would_take() {
        rejecting(1_500);
        subscribe("$");
        publish(1_200, "b", "");
        send("a");
        publish(299, "b", "");

        assertThat(publish(1_201, "b", "")).isEqualTo("OVERFLOW s");
        assertThat(publish(1_200, "b", "")).startsWith("[g1, 1200, ");
    }

    @Test
    void a_cap_that_was_lowered_takes_what_is_read_step_by_step() {
        rejecting(0);
        publish(2_500, "b", "");
        subscribe("$");
        send("a");
        rejecting(10);

        assertThat(send("b")).startsWith("[g1, 1000, ");
        assertThat(send("b")).startsWith("[g1, 1000, ");
        assertThat(send("b")).startsWith("[g1, 494, ");
        for (int i = 0; i < 6; i++) {
            assertThat(send("b")).startsWith("[g1, 1, ");
        }
        refused();
    }

    @Test
    void without_a_cap_nothing_is_refused() {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1", "overflow", "reject");
        subscribe("$");
        send("a");

        assertThat(send("a")).isEqualTo("[g1, 0, [#2, 1, 0], [], []]");
        rejecting(0);
        assertThat(send("a")).isEqualTo("[g1, 0, [#3, 1, 0], [], []]");
    }

    @Test
    void an_inbox_that_is_gone_or_foreign_does_not_hold_up() {
        rejecting(1);
        subscribe("$");
        send("a");
        broadcast.destroyGroup();
        assertThat(send("a")).isEqualTo("[g1, 1, [#2, 1, 0], [], []]");

        broadcast.redis("DEL", "inbox:s");
        broadcast.redis("SET", "inbox:s", "foreign");
        assertThat(send("b")).isEqualTo("[g1, 1, [#3, 0, 0], [], []]");
    }

    @Test
    void a_repeated_publish_is_told_the_first_also_at_the_cap() {
        rejecting(1);
        subscribe("$");
        publish(1, "a", "0 0 9000 k");

        assertThat(broadcast.change(
                        () -> assertThat(publish(1, "a", "0 0 9000 k")).isEqualTo("[g1, 0, [#1, 1, 1], [], []]")))
                .isEmpty();
        refused();
    }
}
