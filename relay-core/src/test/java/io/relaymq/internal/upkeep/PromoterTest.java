package io.relaymq.internal.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.BroadcastTrimmed;
import io.relaymq.RelayObserver;
import io.relaymq.RelayUnavailableException;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.store.Outgoing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When it asks, on a clock that the test sets. */
class PromoterTest {

    private record Task(long at, Runnable what) {}

    private long now;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final Deque<CompletableFuture<DelayedStore.Promoted>> replies = new ArrayDeque<>();
    private final Timer timer = (delay, task) -> {
        tasks.add(new Task(now + delay.toNanos(), task));
        return () -> {};
    };
    private final DelayedStore store = new DelayedStore() {
        @Override
        public CompletableFuture<List<Scheduled>> schedule(List<Outgoing> outgoing) {
            throw new AssertionError();
        }

        @Override
        public CompletableFuture<Promoted> promote(int limit) {
            asked.add(now / 1_000_000);
            return replies.isEmpty() ? next(-1) : replies.remove();
        }

        @Override
        public CompletableFuture<Boolean> cancel(String id) {
            throw new AssertionError();
        }
    };
    private final Promoter promoter = new Promoter(store, timer, () -> now, new RelayObserver() {});

    private static CompletableFuture<DelayedStore.Promoted> next(long inMillis) {
        return CompletableFuture.completedFuture(
                new DelayedStore.Promoted(false, 0, inMillis, new BroadcastTrimmed("b", 0, Map.of())));
    }

    /** Lets time pass, and runs what is planned in it. */
    private void pass(long millis) {
        long end = now + millis * 1_000_000;
        for (Task next = first(end); next != null; next = first(end)) {
            tasks.remove(next);
            now = next.at();
            next.what().run();
        }
        now = end;
    }

    private @Nullable Task first(long end) {
        return tasks.stream()
                .filter(task -> task.at() <= end)
                .min(Comparator.comparingLong(Task::at))
                .orElse(null);
    }

    @Test
    void where_nothing_waits_it_asks_once_in_thirty_seconds() {
        promoter.start();
        pass(Duration.ofMinutes(5).toMillis());

        assertThat(asked).hasSizeBetween(11, 14);
    }

    @Test
    void it_asks_when_what_this_process_handed_over_is_due_and_no_sooner() {
        promoter.scheduled(700);
        promoter.scheduled(200);
        replies.add(next(500));
        pass(10_000);

        assertThat(asked).containsExactly(200L, 700L);
    }

    @Test
    void what_another_process_handed_over_it_leaves_to_that_one_for_a_moment() {
        replies.add(next(1_000));
        promoter.start();
        pass(10_000);

        assertThat(asked).hasSize(2);
        assertThat(asked.get(1)).isBetween(1_050L, 1_250L);
    }

    @Test
    void what_is_due_after_the_next_look_is_told_by_that_look() {
        replies.add(next(40_000));
        promoter.start();
        pass(23_000);
        assertThat(asked).containsExactly(0L);

        replies.add(next(12_000));
        pass(19_500);
        assertThat(asked).hasSize(3);
        assertThat(asked.get(2) - asked.get(1)).isBetween(12_050L, 12_250L);
    }

    @Test
    void it_goes_on_at_once_while_more_is_due() {
        replies.add(next(0));
        replies.add(next(0));
        promoter.start();

        assertThat(asked).containsExactly(0L, 0L, 0L);
    }

    @Test
    void after_a_failure_it_asks_again_later_and_later() {
        for (int i = 0; i < 20; i++) {
            replies.add(CompletableFuture.failedFuture(new RelayUnavailableException("away")));
        }
        promoter.start();
        pass(10_000);

        assertThat(asked).hasSizeBetween(8, 16);
    }

    @Test
    void while_one_is_under_way_no_other_is_sent_and_what_became_due_is_asked_for_after_it() {
        CompletableFuture<DelayedStore.Promoted> slow = new CompletableFuture<>();
        replies.add(slow);
        promoter.start();
        promoter.scheduled(10);
        promoter.scheduled(20);
        pass(1_000);
        assertThat(asked).containsExactly(0L);

        slow.complete(next(-1).join());

        assertThat(asked).containsExactly(0L, 1_000L);
    }
}
