package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Seed;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class PermitScriptTest {

    private final TestBroadcast broadcast;

    PermitScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private static final long MINUTE = 60_000;

    /** Asks of a bucket of six starts that fills in one minute. */
    private String ask(int starts) {
        return broadcast.run(Script.PERMIT, "s", starts, 6, MINUTE);
    }

    @Test
    void a_full_bucket_gives_what_it_holds_and_no_more() {
        assertThat(broadcast.change(() -> assertThat(ask(4)).isEqualTo("[4, 0]")))
                .containsExactly("+ rate:s = 1000000 4.000000000");
        assertThat(broadcast.change(() -> assertThat(ask(4)).isEqualTo("[2, 10000]")))
                .containsExactly("- rate:s = 1000000 4.000000000", "+ rate:s = 1000000 6.000000000");
        assertThat(broadcast.change(() -> assertThat(ask(1)).isEqualTo("[0, 10000]")))
                .isEmpty();
    }

    @Test
    void it_fills_evenly() {
        ask(6);

        broadcast.clock(1_009_999);
        assertThat(ask(1)).isEqualTo("[0, 1]");
        broadcast.clock(1_010_000);
        assertThat(ask(1)).isEqualTo("[1, 0]");
        broadcast.clock(1_029_999);
        assertThat(ask(6)).isEqualTo("[1, 1]");
        broadcast.clock(1_030_000);
        assertThat(ask(6)).isEqualTo("[1, 10000]");
    }

    @Test
    void it_never_holds_more_than_its_starts() {
        ask(6);
        broadcast.clock(9_000_000);

        assertThat(ask(100)).isEqualTo("[6, 10000]");
    }

    @Test
    void it_forgets_itself_once_it_is_full() {
        ask(3);

        assertThat(Integer.parseInt(broadcast.redis("PTTL", "rate:s"))).isBetween(20_000, 30_001);
    }

    @Test
    void asking_for_nothing_changes_nothing() {
        assertThat(broadcast.change(() -> assertThat(ask(0)).isEqualTo("[0, 0]")))
                .isEmpty();
    }

    @Test
    void a_clock_that_goes_back_neither_empties_nor_fills_the_bucket() {
        ask(5);
        broadcast.clock(500_000);

        assertThat(ask(3)).isEqualTo("[1, 10000]");
        broadcast.clock(400_000);
        assertThat(ask(1)).isEqualTo("[0, 10000]");
        broadcast.clock(410_000);
        assertThat(ask(2)).isEqualTo("[1, 10000]");
    }

    @Test
    void a_lower_limit_declared_later_holds_at_once() {
        ask(6);

        assertThat(broadcast.run(Script.PERMIT, "s", 2, 2, MINUTE)).isEqualTo("[0, 30000]");
        broadcast.clock(1_030_000);
        assertThat(broadcast.run(Script.PERMIT, "s", 2, 2, MINUTE)).isEqualTo("[1, 30000]");
    }

    @Test
    void each_subscription_has_its_own() {
        ask(6);

        assertThat(broadcast.run(Script.PERMIT, "t", 1, 6, MINUTE)).isEqualTo("[1, 0]");
    }

    @Test
    void many_starts_a_millisecond_are_counted_as_well() {
        int most = 2_000_000_000;
        assertThat(broadcast.run(Script.PERMIT, "s", most / 2, most, 600_000)).isEqualTo("[1000000000, 0]");
        assertThat(broadcast.run(Script.PERMIT, "s", most, most, 600_000)).isEqualTo("[1000000000, 1]");

        broadcast.clock(1_000_001);
        assertThat(broadcast.run(Script.PERMIT, "s", most, most, 600_000)).isEqualTo("[3333, 1]");
    }

    @Test
    void over_many_calls_the_rate_is_exact_and_never_more_than_the_starts_come_at_once() {
        Random random = Seed.random("over_many_calls_the_rate_is_exact");
        int starts = 7;
        long period = 600_000;
        double each = (double) period / starts;
        long begin = 1_000_000;
        long time = begin;
        long granted = 0;
        for (int call = 0; call < 500; call++) {
            String[] reply = broadcast
                    .run(Script.PERMIT, "s", 1 + random.nextInt(20) + starts, starts, period)
                    .replaceAll("[\\[\\]]", "")
                    .split(", ");
            granted += Long.parseLong(reply[0]);
            assertThat(Long.parseLong(reply[0])).isLessThanOrEqualTo(starts);
            double filled = starts + (time - begin) / each;
            assertThat((double) granted).isBetween(Math.floor(filled - 0.001), filled + 0.001);
            // At the time that it tells there is one, and a moment before there is none.
            long next = Long.parseLong(reply[1]);
            assertThat(Math.floor(starts + (time + next - begin) / each + 0.001))
                    .isGreaterThan(granted);
            time += random.nextBoolean() ? next : random.nextInt(300_000);
            broadcast.clock(time);
        }
    }
}
