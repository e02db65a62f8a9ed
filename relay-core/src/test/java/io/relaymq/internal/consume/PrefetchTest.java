package io.relaymq.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.store.Entry;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PrefetchTest {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    private final Prefetch prefetch = new Prefetch(2);

    @Test
    void nothing_is_fetched_ahead_before_it_is_known_how_fast_handlers_are() {
        assertThat(prefetch.limit()).isZero();
    }

    @Test
    void it_is_what_the_handlers_do_in_twenty_milliseconds_256_at_most() {
        came(100, KIB);
        ran(50, TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(prefetch.limit()).isEqualTo(40);

        ran(200, 1_000);
        assertThat(prefetch.limit()).isEqualTo(256);

        ran(200, TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(prefetch.limit()).isZero();
    }

    @Test
    void however_fast_they_are_no_more_than_four_megabytes() {
        ran(1, 1_000);
        assertThat(prefetch.limit()).isEqualTo(8);

        came(200, 15 * KIB);
        assertThat(prefetch.limit()).isEqualTo(256);

        came(200, 256 * KIB);
        assertThat(prefetch.limit()).isEqualTo(16);

        came(200, 0);
        assertThat(prefetch.limit()).isEqualTo(256);
    }

    @Test
    void what_fits_is_told_by_what_came_before_and_one_always_fits_if_there_is_any_room() {
        assertThat(prefetch.fitting(8 * MIB)).isEqualTo(16);

        came(200, KIB);
        assertThat(prefetch.fitting(8 * MIB)).isBetween(8_000L, 8_192L);

        came(20, 512 * KIB); // of a single read
        assertThat(prefetch.fitting(8 * MIB)).isBetween(16L, 20L);
        assertThat(prefetch.fitting(1)).isEqualTo(1);
        assertThat(prefetch.fitting(0)).isZero();
        assertThat(prefetch.fitting(-1)).isZero();
    }

    private void ran(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            prefetch.ran(nanos);
        }
    }

    private void came(int messages, int bytes) {
        prefetch.came(Collections.nCopies(messages, new Entry("1-1", "s", new byte[0], new byte[bytes], 0)));
    }
}
