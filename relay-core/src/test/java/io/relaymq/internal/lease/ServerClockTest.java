package io.relaymq.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerClockTest {

    private static final long MILLI = 1_000_000;
    private static final long SERVER = 1_700_000_000_000L;

    final ServerClock clock = new ServerClock();

    @Test
    void before_the_first_answer_it_is_0_so_that_nothing_expires() {
        assertThat(clock.millis(5 * MILLI)).isZero();
    }

    @Test
    void an_answer_that_took_long_on_its_way_there_does_not_set_it_ahead() {
        clock.heard(SERVER + 10, 9 * MILLI, 11 * MILLI);

        clock.heard(SERVER + 3_000, 20 * MILLI, 3_001 * MILLI); // the server stood still meanwhile

        assertThat(clock.millis(3_001 * MILLI)).isEqualTo(SERVER + 3_000);
    }

    @Test
    void an_answer_that_took_long_on_its_way_back_does_not_set_it_back() {
        clock.heard(SERVER + 10, 9 * MILLI, 11 * MILLI);

        clock.heard(SERVER + 20, 19 * MILLI, 3_000 * MILLI); // this process stood still meanwhile

        assertThat(clock.millis(3_000 * MILLI)).isEqualTo(SERVER + 2_999);
    }

    @Test
    void it_follows_the_servers_clock_where_that_is_set_forth_or_back() {
        clock.heard(SERVER, 0, MILLI);

        clock.heard(SERVER + 60_000, 9 * MILLI, 10 * MILLI);
        assertThat(clock.millis(10 * MILLI)).isEqualTo(SERVER + 60_000);

        clock.heard(SERVER, 19 * MILLI, 20 * MILLI);
        assertThat(clock.millis(20 * MILLI)).isBetween(SERVER, SERVER + 2);
    }
}
