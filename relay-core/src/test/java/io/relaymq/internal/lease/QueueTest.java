package io.relaymq.internal.lease;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.HeaderText;
import io.relaymq.internal.store.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueTest {

    private final Queue queue = new Queue();

    @Test
    void one_of_a_key_at_a_time_and_those_behind_it_let_others_pass() {
        add("1 k", "2 k", "3", "4 j");

        Held first = start("1");
        assertThat(queue.blockedCount()).isEqualTo(1);
        assertThat(queue.readyCount()).isEqualTo(2);
        start("3");
        start("4");
        assertThat(queue.first()).isNull();

        queue.passOn(first);
        start("2");
        assertThat(queue.readyCount() + queue.blockedCount()).isZero();
    }

    @Test
    void one_that_was_passed_the_key_has_the_place_again_that_it_came_to() {
        add("1 k", "2 k", "3", "4 k", "5");

        queue.passOn(start("1"));
        queue.passOn(start("2"));
        start("3");
        queue.passOn(start("4"));
        start("5");
    }

    @Test
    void only_who_has_the_key_passes_it_on_and_only_once() {
        add("1 k", "2 k", "3 k");
        Held first = start("1");

        assertThat(queue.passOn(first)).isTrue();
        assertThat(queue.passOn(first)).isFalse();
        start("2");
        assertThat(queue.passOn(first)).isFalse();
        assertThat(queue.first()).isNull();
    }

    @Test
    void what_is_taken_out_leaves_the_key_to_what_runs() {
        add("1 k", "2 k", "3 j", "4 j", "5");
        Held running = start("1");

        assertThat(queue.clear()).extracting(held -> held.entry().id()).containsExactly("2-0", "3-0", "4-0", "5-0");

        add("6 k", "7 j");
        start("7");
        assertThat(queue.first()).isNull();
        queue.passOn(running);
        start("6");
    }

    @Test
    void what_comes_back_replaces_what_is_here_of_it_wherever_that_is() {
        add("1 k", "2 k", "3 k");
        add("2 k"); // blocked
        queue.passOn(start("1"));
        assertThat(queue.all()).hasSize(2);
        add("3 k"); // ready
        Held second = start("2");
        assertThat(queue.first()).isNull();
        queue.passOn(second);
        queue.passOn(start("3"));
        add("4 k");
        add("4 k"); // nobody before it
        start("4");
        assertThat(queue.all()).isEmpty();
    }

    @Test
    void a_queue_that_is_searched_from_its_beginning_says_the_same() {
        Random random = new Random(7);
        List<Held> slow = new ArrayList<>();
        List<Held> running = new ArrayList<>();
        for (int step = 0; step < 200_000; step++) {
            int what = random.nextInt(100);
            if (what < 45 && slow.size() < 60) {
                Held held = held(random.nextInt(100) + (random.nextInt(4) == 0 ? "" : " k" + random.nextInt(8)));
                boolean runs = running.stream()
                        .anyMatch(one -> one.entry().id().equals(held.entry().id()));
                if (!runs) {
                    slow.removeIf(one -> one.entry().id().equals(held.entry().id()));
                    slow.add(held);
                    queue.add(held);
                }
            } else if (what < 70 && queue.first() != null) {
                Held first = queue.first();
                queue.takeOut(first);
                first.start();
                slow.remove(first);
                running.add(first);
            } else if (what < 99 && !running.isEmpty()) {
                queue.passOn(running.remove(random.nextInt(running.size())));
            } else if (what == 99 && random.nextInt(50) == 0) {
                queue.clear();
                slow.clear();
            }

            List<Held> ready = ready(slow, running);
            assertThat(queue.first()).isSameAs(ready.isEmpty() ? null : ready.get(0));
            assertThat(queue.readyCount()).isEqualTo(ready.size());
            assertThat(queue.blockedCount()).isEqualTo(slow.size() - ready.size());
            assertThat(queue.blockedBytes()).isEqualTo(bytes(slow) - bytes(ready)); // headers are all they have
            assertThat(queue.all().equals(slow)).isTrue();
        }
    }

    private static long bytes(List<Held> deliveries) {
        return deliveries.stream()
                .mapToLong(held -> held.entry().headers().length)
                .sum();
    }

    private static List<Held> ready(List<Held> queued, List<Held> running) {
        Set<@Nullable String> taken = new HashSet<>();
        running.forEach(held -> taken.add(held.orderingKey()));
        return queued.stream()
                .filter(held -> held.orderingKey() == null || taken.add(held.orderingKey()))
                .toList();
    }

    private void add(String... deliveries) {
        for (String delivery : deliveries) {
            queue.add(held(delivery));
        }
    }

    private Held start(String number) {
        Held first = requireNonNull(queue.first());
        assertThat(first.entry().id()).isEqualTo(number + "-0");
        queue.takeOut(first);
        first.start();
        return first;
    }

    /** A number, and behind a blank its key if it has one. */
    private static Held held(String delivery) {
        String[] parts = delivery.split(" ");
        Map<String, String> headers =
                parts.length == 1 ? Map.of("other", "x") : Map.of("relay-ordering-key", parts[1], "other", "y");
        String id = parts[0] + "-0";
        Entry entry = new Entry(id, "a", HeaderText.write(headers), new byte[0], 0);
        return new Held(entry, new Token(id, 0), "e1", 0, 0, false);
    }
}
