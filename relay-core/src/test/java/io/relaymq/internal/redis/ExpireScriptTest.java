package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subscriptions that nobody reads: expire-after is a minute here, so that every six seconds somebody looks. */
@OnEveryServer
class ExpireScriptTest {

    private static final String NOTHING = "[OK, 0, []]";

    private final TestBroadcast broadcast;
    private long clock = 1_000_000;

    ExpireScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
        broadcast.run(Script.DECLARE, "n0", "100 0 drop 60000");
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private void subscribe(String sub, String... patterns) {
        Object[] all = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {sub, "e-" + sub, "", "shared", "$", "", ""}, 0, all, 0, 7);
        System.arraycopy(patterns, 0, all, 7, patterns.length);
        broadcast.run(Script.SUBSCRIBE, all);
    }

    private String look() {
        return broadcast.run(Script.EXPIRE, "0", "n9");
    }

    private void pass(long millis) {
        clock += millis;
        broadcast.clock(clock);
    }

    private String lookAfter(long millis) {
        pass(millis);
        return look();
    }

    private void looks(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(lookAfter(6_000)).isEqualTo(NOTHING);
        }
    }

    private void keep(String sub, String consumer, int number) {
        assertThat(broadcast.run(Script.KEEP, sub, "e-" + sub, consumer, number, 15_000, "0-0", 0, ""))
                .startsWith("[OK");
    }

    @Test
    void one_that_nobody_has_ever_read_goes_with_everything_of_its_own_and_nothing_of_anybody_else() {
        subscribe("t", "a", "c.*");
        keep("t", "c", 1);
        look();
        List<String> before = broadcast.state();
        subscribe("s", "a", "!b", "x.#.y.#");
        broadcast.inbox("1-0", "2-0").taken("3-0", "c 7").waiting("4-0", 5).record("c", "1000 500 1 1-0 0 1-0!");
        broadcast.redis("HSET", "tries:s", "4-0", "1 0 5 0");
        broadcast.redis("XADD", "dead:s", "5-0", "i", "5-0");
        broadcast.redis("HSET", "stats:s", "acked", "1");
        broadcast.run(Script.PAUSE, "s", 1);
        for (int i = 1; i <= 11; i++) {
            keep("t", "c", i + 1);
            assertThat(lookAfter(6_000)).isEqualTo(i <= 10 ? NOTHING : "[OK, 0, [s, 2, 2, 1, 60000]]");
        }

        assertThat(broadcast.state())
                .filteredOn(
                        line -> !line.startsWith("flight:t") && !line.startsWith("meta") && !line.startsWith("idle"))
                .containsExactlyElementsOf(before.stream()
                        .filter(line ->
                                !line.startsWith("flight:t") && !line.startsWith("meta") && !line.startsWith("idle"))
                        .toList());
        assertThat(broadcast.state())
                .filteredOn(line -> line.startsWith("meta") || line.startsWith("idle"))
                .containsExactly(
                        "idle[t] = 72000 e-t 1060000",
                        "meta[age] = 0",
                        "meta[beat:t] = 1060000",
                        "meta[expire] = 60000",
                        "meta[expired] = 1",
                        "meta[gen] = n9",
                        "meta[inc] = n0",
                        "meta[max] = 100",
                        "meta[overflow] = drop",
                        "meta[plain] = 100 n9",
                        "meta[v] = 1",
                        "meta[watch] = 1066000 72000 0");
    }

    @Test
    void publishes_pass_by_one_that_has_gone() {
        subscribe("s", "a");
        looks(10);
        assertThat(lookAfter(6_000)).isEqualTo("[OK, 0, [s, 0, 0, 0, 60000]]");

        assertThat(broadcast.run(Script.PUBLISH, "e-s", "x", "", 1, "a", "", "", "s", ""))
                .isEqualTo("[n9, 0, [#1, 0, 0], [], []]");
        assertThat(broadcast.run(Script.KEEP, "s", "e-s", "c", 1, 30_000, "0-0", 0, ""))
                .isEqualTo("JOIN");
    }

    @Test
    void each_beat_begins_the_time_anew_also_of_one_that_is_paused() {
        subscribe("s", "a");
        broadcast.run(Script.PAUSE, "s", 1);
        for (int i = 1; i <= 3; i++) {
            looks(9);
            keep("s", "c", i);
        }

        looks(10);
        assertThat(lookAfter(6_000)).isEqualTo("[OK, 0, [s, 0, 0, 0, 60000]]");
    }

    @Test
    void a_lease_that_is_longer_than_the_time_protects_until_it_lapses() {
        subscribe("s", "a");
        broadcast.run(Script.KEEP, "s", "e-s", "c", 1, 120_000, "0-0", 0, "");

        looks(19);
        assertThat(lookAfter(6_000)).isEqualTo("[OK, 0, [s, 0, 0, 0, 114000]]");
    }

    @Test
    void a_move_begins_the_time_anew() {
        subscribe("s", "a");
        looks(9);
        broadcast.run(Script.SEEK, "s", "e-2", "$");

        looks(10);
        assertThat(lookAfter(6_000)).startsWith("[OK, 0, [s");
    }

    @Test
    void after_an_outage_or_a_step_of_the_clock_nobody_goes_at_once() {
        subscribe("idle", "a");
        subscribe("s", "a");
        for (int i = 1; i <= 9; i++) {
            keep("s", "c", i);
            assertThat(lookAfter(6_000)).isEqualTo(NOTHING);
        }

        assertThat(lookAfter(86_400_000)).isEqualTo("[OK, 0, [idle, 0, 0, 0, 60000]]"); // two looks of its time count
        assertThat(lookAfter(-86_400_000)).isEqualTo(NOTHING);
        assertThat(lookAfter(86_400_000)).isEqualTo(NOTHING);
        keep("s", "c", 10);
        looks(10);
    }

    @Test
    void a_consumer_that_was_cut_off_by_an_outage_has_its_lock_duration_to_be_heard_of() {
        subscribe("s", "a");
        look();
        broadcast.run(Script.KEEP, "s", "e-s", "c", 1, 50_000, "0-0", 0, "");
        looks(8);
        pass(3_600_000); // its lease lapses meanwhile
        looks(0);
        assertThat(look()).isEqualTo(NOTHING);

        looks(5);
        broadcast.run(Script.KEEP, "s", "e-s", "c", 2, 50_000, "0-0", 0, "");
        looks(10);
    }

    @Test
    void somebody_else_looked_just_now() {
        subscribe("s", "a");
        look();

        assertThat(broadcast.change(() -> assertThat(lookAfter(2_999)).isEqualTo("[EARLY, 0, []]")))
                .isEmpty();
        assertThat(lookAfter(1)).isEqualTo(NOTHING);
    }

    @Test
    void off_it_does_nothing_and_switched_on_the_time_begins() {
        broadcast.run(Script.DECLARE, "n1", "100 0 drop");
        subscribe("s", "a");
        assertThat(broadcast.change(() -> assertThat(lookAfter(86_400_000)).isEqualTo("[OFF, 0, []]")))
                .isEmpty();

        broadcast.run(Script.DECLARE, "n1", "100 0 drop 60000");

        looks(10);
        assertThat(lookAfter(6_000)).startsWith("[OK, 0, [s");
    }

    @Test
    void a_foreign_key_in_place_of_the_leases_keeps_its_own_subscription_only() {
        subscribe("s", "a");
        subscribe("t", "a");
        broadcast.redis("SET", "flight:s", "foreign");
        looks(10);

        assertThat(lookAfter(6_000)).isEqualTo("[OK, 0, [t, 0, 0, 0, 60000]]");
        assertThat(broadcast.state()).anyMatch(line -> line.startsWith("subs[s]"));
    }

    @Test
    void many_go_page_by_page() {
        for (int i = 0; i < 700; i++) {
            subscribe("s" + i, "a." + i);
        }
        int removed = 0;
        for (int i = 0; i < 25 && removed < 700; i++) {
            pass(6_000);
            String cursor = "0";
            do {
                String reply = broadcast.run(Script.EXPIRE, cursor, "n9");
                cursor = reply.replaceAll("^\\[OK, (\\d+), .*", "$1");
                int here = reply.split("60000|66000|72000", -1).length - 1;
                assertThat(here).isLessThanOrEqualTo(100);
                removed += here;
            } while (!cursor.equals("0"));
        }

        assertThat(removed).isEqualTo(700);
        assertThat(broadcast.state())
                .noneMatch(line -> line.matches("(subs|idle|routes|shapes|unread|inbox).*"))
                .contains("meta[expired] = 700");
    }
}
