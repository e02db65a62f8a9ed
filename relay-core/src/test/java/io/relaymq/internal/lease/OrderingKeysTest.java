package io.relaymq.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Message;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.HeaderText;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of one consumer for deliveries with an ordering key. */
class OrderingKeysTest extends OneConsumer {

    private void readsOf(String key, double second, String... ids) {
        byte[] headers = HeaderText.write(Map.of(Message.ORDERING_KEY_HEADER, key));
        membership.readDone(
                membership.startRead(at(second)),
                Stream.of(ids)
                        .map(id -> new Entry(id, "orders.created", headers, new byte[0], 0))
                        .toList());
    }

    @Test
    void what_is_blocked_by_its_key_is_listed_but_takes_no_slot() {
        readsOf("k", 1, "11-0", "12-0", "13-0");
        Held first = starts(at(2));

        assertThat(membership.next(at(2))).isNull();
        assertThat(membership.occupied()).isEqualTo(1);
        assertThat(membership.readyCount()).isZero();
        assertThat(membership.blockedCount()).isEqualTo(2);
        assertThat(membership.held()).isEqualTo(3);
        assertThat(listed(2)).isEqualTo("11-0! 12-0 13-0");

        membership.finished(first, true);
        assertThat(membership.next(at(3))).isNull();
        membership.passOn(first);
        assertThat(starts(at(3)).entry().id()).isEqualTo("12-0");
    }

    @Test
    void what_is_blocked_is_given_back_with_the_rest_and_its_key_stays_with_what_runs() {
        readsOf("k", 1, "11-0", "12-0");
        Held running = starts(at(2));

        List<Held> unstarted = membership.unstarted();
        readsOf("k", 3, "13-0");

        assertThat(unstarted).extracting(held -> held.entry().id()).containsExactly("12-0");
        assertThat(membership.next(at(4))).isNull();
        membership.finished(running, true);
        membership.passOn(running);
        assertThat(starts(at(4)).entry().id()).isEqualTo("13-0");
    }

    @Test
    void a_lapse_forgets_what_is_blocked_but_not_that_a_handler_has_the_key() {
        readsOf("k", 1, "11-0", "12-0");
        Held running = starts(at(2));
        assertThat(listed(40)).isEqualTo("11-0!");
        beats(41, ok("12-0", 0));

        readsOf("k", 42, "13-0");

        assertThat(membership.next(at(43))).isNull();
        membership.passOn(running);
        assertThat(starts(at(43)).entry().id()).isEqualTo("13-0");
    }

    @Test
    void a_key_of_the_life_before_is_held_until_its_handler_is_over() {
        readsOf("k", 1, "11-0", "12-0");
        Held running = starts(at(2));
        membership.join("e2", "12-0");
        membership.kept(membership.beat(at(3)), ok("0-0", 0));

        readsOf("k", 4, "11-0", "12-0");

        assertThat(membership.next(at(5))).isNull();
        membership.finished(running, true);
        membership.passOn(running);
        assertThat(starts(at(6)).entry().id()).isEqualTo("11-0");
    }

    @Test
    void what_is_forgotten_without_a_run_leaves_its_key_to_the_next() {
        readsOf("k", 1, "11-0", "12-0");

        membership.forget(starts(at(2)));

        assertThat(starts(at(2)).entry().id()).isEqualTo("12-0");
    }
}
