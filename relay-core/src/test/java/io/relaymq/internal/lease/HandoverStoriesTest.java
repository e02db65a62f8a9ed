package io.relaymq.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Kept;
import io.relaymq.internal.store.TakenEntry;
import io.relaymq.internal.store.Token;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules that broke weaker rules, as one consumer lives through them. Times are in seconds; a lease lasts 30. */
class HandoverStoriesTest {

    private static final long SECOND = 1_000_000_000;

    private final Membership membership = new Membership("billing", "c1", 30_000);

    @BeforeEach
    void joins_with_frontier_10() {
        membership.join("e1");
        membership.kept(membership.beat(0), reply("10-0", 0, false));
    }

    private static Kept reply(String frontier, long run, boolean lapsed) {
        return new Kept(Kept.Verdict.OK, frontier, run, lapsed, false, -1, 0, 0, false, List.of());
    }

    private static List<Entry> entries(String id) {
        return List.of(new Entry(id, "orders.created", new byte[0], new byte[0], 0));
    }

    private static List<TakenEntry> taken(String id, long run) {
        return List.of(new TakenEntry(entries(id).get(0), run, 0, 0, 0));
    }

    private Held starts(long time) {
        return Objects.requireNonNull(membership.next(time));
    }

    private static long at(double second) {
        return Math.round(second * SECOND);
    }

    @Test
    void paused_with_the_reply_under_way_it_starts_nothing_that_may_have_been_swept_meanwhile() {
        long read = membership.startRead(at(1)); // the entry is handed out at 1.1, and the process is paused
        Beat first = membership.beat(at(75)); // it goes on: its first beat renews nothing, it joins

        boolean takenIn = membership.readDone(read, entries("11-0"));

        assertThat(first.joining()).isTrue();
        assertThat(first.request().tokens()).isEmpty();
        assertThat(takenIn).isFalse();
        assertThat(membership.next(at(75.1))).isNull();
    }

    @Test
    void with_a_slow_connection_its_old_beats_protect_what_they_do_not_list() {
        membership.startRead(at(1));
        Beat onItsWay = membership.beat(at(9)); // reaches the datastore late, when the entry has been handed out
        membership.kept(membership.beat(at(10)), reply("11-0", 0, false));

        assertThat(onItsWay.request().tokens()).isEmpty();
        assertThat(onItsWay.request().clean()).isEqualTo("10-0"); // so a sweep leaves 11-0 alone
        assertThat(membership.beat(at(19)).request().clean()).isEqualTo("10-0");
    }

    @Test
    void a_take_answered_after_the_lease_was_over_starts_nothing() {
        long take = membership.startTake(at(1));
        membership.beat(at(31)); // no answer came for long: the lease is over

        boolean takenIn = membership.takeDone(take, taken("11-0", 1));

        assertThat(takenIn).isFalse();
        assertThat(membership.next(at(31))).isNull();
    }

    @Test
    void with_a_reply_in_the_socket_over_a_pause_it_does_not_run_beside_the_new_owner() {
        long read = membership.startRead(at(1));
        membership.readDone(read, entries("11-0")); // came just before the pause

        Held started = membership.next(at(76)); // one second after it was swept, before any beat

        assertThat(started).isNull();
        assertThat(membership.beat(at(76)).request().tokens()).isEmpty();
    }

    @Test
    void a_delivery_that_comes_back_to_the_process_that_still_runs_it_joins_that_run() {
        membership.readDone(membership.startRead(at(1)), entries("11-0"));
        Held running = starts(at(2));
        membership.kept(membership.beat(at(75)), reply("11-0", 0, true)); // paused meanwhile, and swept

        membership.takeDone(membership.startTake(at(76)), taken("11-0", 4));

        assertThat(membership.next(at(76))).isNull();
        assertThat(membership.runningCount()).isOne();
        assertThat(membership.beat(at(77)).request().tokens()).isEqualTo("11-0/4!");
        assertThat(membership.claim(running).token()).isEqualTo(new Token("11-0", 4));
    }

    @Test
    void a_result_under_way_while_the_delivery_comes_back_is_sent_again_under_the_new_claim() {
        membership.readDone(membership.startRead(at(1)), entries("11-0"));
        Held held = starts(at(2));
        membership.finished(held, true);
        Claim sent = membership.claim(held); // late: the delivery was swept before it arrived

        membership.takeDone(membership.startTake(at(3)), taken("11-0", 4));

        assertThat(membership.settled(held, sent)).isFalse();
        assertThat(membership.beat(at(4)).request().tokens()).isEqualTo("11-0/4!");
        assertThat(membership.settled(held, membership.claim(held))).isTrue();
        assertThat(membership.beat(at(5)).request().tokens()).isEmpty();
    }

    @Test
    void told_that_its_lease_had_lapsed_it_forgets_what_has_not_started_and_joins_at_once() {
        membership.readDone(membership.startRead(at(1)), entries("11-0"));
        membership.next(at(2));
        membership.readDone(membership.startRead(at(3)), entries("12-0"));

        boolean again = membership.kept(membership.beat(at(9)), reply("12-0", 0, true));

        assertThat(again).isTrue();
        Beat joining = membership.beat(at(9.1));
        assertThat(joining.joining()).isTrue();
        assertThat(joining.request().tokens()).isEqualTo("11-0!");
    }

    @Test
    void an_outage_shorter_than_the_lease_costs_nothing() {
        membership.readDone(membership.startRead(at(1)), entries("11-0"));
        Beat stuck = membership.beat(at(10)); // answered when the datastore is back

        membership.kept(stuck, reply("11-0", 0, false));

        assertThat(membership.next(at(39))).isNotNull();
    }

    @Test
    void a_step_of_the_datastores_clock_moves_no_lease_here() {
        membership.kept(membership.beat(at(10)), reply("1700000000000-0", 0, false));

        assertThat(membership.holds(at(39.9))).isTrue();
        assertThat(membership.holds(at(40))).isFalse();
    }

    @Test
    void a_take_whose_reply_was_lost_is_on_no_list_and_no_longer_under_way() {
        long take = membership.startTake(at(1)); // run 1 was given out, the reply is lost
        membership.takeAbandoned(take);
        membership.kept(membership.beat(at(9)), reply("10-0", 1, false));

        Beat next = membership.beat(at(10));

        assertThat(next.request().tokens()).isEmpty();
        assertThat(next.request().cleanRun()).isOne(); // so a sweep makes it due, and counts no stall
    }
}
