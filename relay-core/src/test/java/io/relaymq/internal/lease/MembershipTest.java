package io.relaymq.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Token;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of one consumer. */
class MembershipTest extends OneConsumer {

    // ---- listed from the reply to the answer of the settle

    @Test
    void lists_a_delivery_from_its_reply_to_the_answer_of_its_settle() {
        reads(1, "11-0");
        assertThat(listed(2)).isEqualTo("11-0");

        Held held = starts(at(3));
        assertThat(listed(3)).isEqualTo("11-0!");

        membership.finished(held, true);
        Claim claim = membership.claim(held);
        assertThat(listed(4)).isEqualTo("11-0!");

        assertThat(membership.settled(held, claim)).isTrue();
        assertThat(listed(5)).isEmpty();
    }

    @Test
    void what_waits_for_the_answer_of_its_settle_keeps_no_body() {
        long ticket = membership.startRead(at(1));
        membership.readDone(ticket, List.of(new Entry("11-0", "orders.created", new byte[2], new byte[1_000], 0)));
        Held held = starts(at(2));
        assertThat(held.entry().bytes()).isEqualTo(1_002);

        membership.finished(held, false);

        assertThat(held.entry())
                .extracting(Entry::id, Entry::subject, Entry::bytes)
                .containsExactly("11-0", "orders.created", 0);
    }

    @Test
    void counts_the_bytes_of_what_waits_or_runs_here_whatever_becomes_of_it() {
        long ticket = membership.startRead(at(1));
        membership.readDone(
                ticket,
                IntStream.rangeClosed(1, 5)
                        .mapToObj(n -> new Entry("1" + n + "-0", "s", new byte[0], new byte[n * 1_000], 0))
                        .toList());
        assertThat(membership.heldBytes()).isEqualTo(15_000);

        Held first = starts(at(2));
        Held second = starts(at(2));
        Held third = starts(at(2));
        assertThat(membership.heldBytes()).isEqualTo(15_000);
        membership.finished(first, true);
        assertThat(membership.heldBytes()).isEqualTo(14_000);
        membership.forget(second);
        assertThat(membership.heldBytes()).isEqualTo(12_000);

        membership.join("e2", "50-0"); // the third is outrun, and the others are forgotten
        assertThat(membership.heldBytes()).isEqualTo(3_000);
        membership.finished(third, true);
        assertThat(membership.heldBytes()).isZero();
    }

    @Test
    void does_not_count_the_bytes_of_what_it_gives_back_or_of_what_came_twice() {
        Entry entry = new Entry("11-0", "s", new byte[0], new byte[1_000], 0);
        membership.readDone(membership.startRead(at(1)), List.of(entry));
        membership.readDone(membership.startRead(at(2)), List.of(entry));
        assertThat(membership.heldBytes()).isEqualTo(1_000);

        membership.unstarted();
        assertThat(membership.heldBytes()).isZero();
    }

    @Test
    void what_comes_back_before_the_answer_of_a_failed_attempt_is_another_run() {
        reads(1, "11-0");
        Held failed = starts(at(2));
        membership.finished(failed, false);
        Claim claim = membership.claim(failed);

        long ticket = membership.startTake(at(3));
        membership.takeDone(ticket, List.of(taken("11-0", 1, 0)));

        assertThat(membership.settled(failed, claim)).isTrue();
        assertThat(starts(at(4))).isNotSameAs(failed);
    }

    @Test
    void what_comes_back_before_the_answer_of_an_ack_joins_the_run_that_is_done() {
        reads(1, "11-0");
        Held handled = starts(at(2));
        membership.finished(handled, true);
        Claim claim = membership.claim(handled);

        long ticket = membership.startTake(at(3));
        membership.takeDone(ticket, List.of(taken("11-0", 1, 0)));

        assertThat(membership.settled(handled, claim)).isFalse();
        assertThat(membership.next(at(4))).isNull();
    }

    @Test
    void lists_what_it_gives_back_until_that_is_answered() {
        reads(1, "11-0", "12-0");

        List<Held> unstarted = membership.unstarted();

        assertThat(unstarted).hasSize(2);
        assertThat(membership.next(at(2))).isNull();
        assertThat(listed(2)).isEqualTo("11-0 12-0");
        unstarted.forEach(held -> membership.settled(held, membership.claim(held)));
        assertThat(listed(3)).isEmpty();
    }

    // ---- clean

    @Test
    void does_not_raise_clean_while_a_read_is_outstanding() {
        membership.startRead(at(1));

        beats(9, ok("15-0", 0));

        assertThat(beat(10).request().clean()).isEqualTo("10-0");
    }

    @Test
    void raises_clean_while_no_read_is_outstanding() {
        beats(9, ok("15-0", 0));

        assertThat(beat(10).request().clean()).isEqualTo("15-0");
    }

    @Test
    void raises_clean_to_what_it_knows_when_it_sends_the_next_read() {
        long given = membership.startRead(at(1));
        beats(9, ok("15-0", 0));
        membership.readAbandoned(given);

        membership.startRead(at(10));
        beats(11, ok("20-0", 0));

        assertThat(beat(12).request().clean()).isEqualTo("15-0");
    }

    @Test
    void has_one_read_outstanding_at_a_time() {
        long ticket = membership.startRead(at(1));

        assertThat(membership.startRead(at(2))).isZero();
        membership.readDone(ticket, List.of());
        assertThat(membership.startRead(at(3))).isNotZero();
    }

    @Test
    void sends_no_read_and_no_take_before_its_first_beat_is_answered() {
        Membership fresh = new Membership("billing", "c2", 30_000);
        fresh.join("e1");
        Beat first = fresh.beat(0);

        assertThat(fresh.startRead(at(1))).isZero();
        assertThat(fresh.startTake(at(1))).isZero();
        assertThat(fresh.kept(first, lapsed("10-0"))).isTrue();
        assertThat(fresh.startRead(at(2))).isNotZero();
    }

    @Test
    void does_not_raise_the_clean_run_while_a_take_is_outstanding() {
        membership.startTake(at(1));

        beats(9, ok("10-0", 7));

        assertThat(beat(10).request().cleanRun()).isZero();
    }

    @Test
    void takes_clean_and_clean_run_down_when_the_datastore_fell_back() {
        beats(1, ok("15-0", 7));
        beats(2, ok("15-0", 7));
        membership.startRead(at(3));
        membership.startTake(at(3));

        beats(9, ok("12-0", 5));

        assertThat(beat(10).request().clean()).isEqualTo("12-0");
        assertThat(beat(10).request().cleanRun()).isEqualTo(5);
    }

    // ---- the lease

    @Test
    void starts_nothing_when_the_lease_is_over() {
        reads(1, "11-0");

        assertThat(membership.next(at(30))).isNull();
        assertThat(listed(31)).isEmpty();
    }

    @Test
    void counts_the_lease_from_the_sending_of_the_beat() {
        Beat slow = beat(10);
        membership.kept(slow, ok("10-0", 0)); // answered, say, at 29

        assertThat(membership.holds(at(39.9))).isTrue();
        assertThat(membership.holds(at(40))).isFalse();
    }

    @Test
    void keeps_what_runs_on_its_list_over_a_lapse_and_forgets_the_rest() {
        reads(1, "11-0", "12-0");
        membership.next(at(2));

        String list = listed(35);

        assertThat(list).isEqualTo("11-0!");
        assertThat(membership.next(at(36))).isNull();
    }

    @Test
    void an_answer_to_a_beat_from_before_the_lapse_does_not_bring_the_lease_back() {
        Beat before = beat(29);
        beat(31); // notices that the lease is over

        membership.kept(before, ok("10-0", 0));

        assertThat(membership.holds(at(32))).isFalse();
    }

    @Test
    void begins_a_new_lease_after_a_lapse() {
        Beat joining = beat(31);

        membership.kept(joining, lapsed("20-0"));

        assertThat(membership.holds(at(32))).isTrue();
        assertThat(membership.startRead(at(32))).isNotZero();
    }

    // ---- replies that were given up

    @Test
    void ignores_the_reply_of_a_read_that_was_given_up() {
        long ticket = membership.startRead(at(1));
        membership.readAbandoned(ticket);

        assertThat(membership.readDone(ticket, List.of(entry("11-0")))).isFalse();
        assertThat(listed(2)).isEmpty();
    }

    @Test
    void ignores_the_reply_of_a_take_that_was_given_up() {
        long ticket = membership.startTake(at(1));
        membership.takeAbandoned(ticket);

        assertThat(membership.takeDone(ticket, List.of(taken("11-0", 1, 0)))).isFalse();
        assertThat(listed(2)).isEmpty();
    }

    // ---- a subscription that begins anew

    @Test
    void lists_nothing_of_an_earlier_life_but_settles_it_by_the_epoch_it_came_with() {
        reads(1, "11-0", "12-0");
        Held running = starts(at(2));

        membership.join("e2");

        assertThat(listed(3)).isEmpty();
        assertThat(membership.next(at(3))).isNull();
        assertThat(membership.claim(running)).isEqualTo(new Claim(new Token("11-0", 0), "e1"));
    }

    @Test
    void ignores_the_answer_of_a_beat_of_an_earlier_life() {
        Beat before = beat(1);
        membership.join("e2");

        membership.kept(before, ok("50-0", 0));

        assertThat(membership.holds(at(2))).isFalse();
        assertThat(beat(2).request().clean()).isEqualTo("0-0");
    }

    @Test
    void knows_the_position_before_everything_it_has_not_seen_settled() {
        reads(1, "11-5", "12-0");
        beats(2, ok("12-0", 0));
        beat(3);
        assertThat(membership.known()).isEqualTo("11-4");

        beat(40); // a lapse forgets both, but the datastore was not heard of since
        assertThat(membership.known()).isEqualTo("11-4");

        beats(41, lapsed("12-0"));
        beat(42);
        assertThat(membership.known()).isEqualTo("12-0");
    }

    @Test
    void says_that_it_holds_a_delivery_that_has_stalled() {
        takes(1, taken("11-0", 1, 0));
        assertThat(membership.holdsSuspect()).isFalse();

        takes(2, taken("12-0", 2, 1));
        assertThat(membership.holdsSuspect()).isTrue();
    }
}
