package io.relaymq.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PrefetchTest {

    private static final int KIB = 1024;

    private final Prefetch prefetch = new Prefetch(2);

    @Test
    void nothing_is_fetched_ahead_before_it_is_known_how_fast_handlers_are() {
        assertThat(prefetch.limit()).isZero();
    }

    @Test
    void it_is_what_the_handlers_do_in_twenty_milliseconds_256_at_most() {
        ran(50, TimeUnit.MILLISECONDS.toNanos(1), KIB);
        assertThat(prefetch.limit()).isEqualTo(40);

        ran(200, 1_000, KIB);
        assertThat(prefetch.limit()).isEqualTo(256);

        ran(200, TimeUnit.MILLISECONDS.toNanos(100), KIB);
        assertThat(prefetch.limit()).isZero();
    }

    @Test
    void however_fast_they_are_no_more_than_four_megabytes() {
        ran(1, 1_000, 16 * KIB);
        assertThat(prefetch.limit()).isEqualTo(256);

        ran(200, 1_000, 512 * KIB);
        assertThat(prefetch.limit()).isEqualTo(8);

        ran(200, 1_000, 0);
        assertThat(prefetch.limit()).isEqualTo(256);
    }

    private void ran(int times, long nanos, int bytes) {
        for (int i = 0; i < times; i++) {
            prefetch.ran(nanos, bytes);
        }
    }
}
