package io.relaymq.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainTurnsTest {

    private final DrainTurns turns = new DrainTurns();
    private final List<String> begun = new ArrayList<>();

    private Runnable drain(String name) {
        return new Runnable() {
            @Override
            public void run() {
                if (turns.take(this)) {
                    begun.add(name);
                }
            }
        };
    }

    @Test
    void one_drains_at_a_time_and_the_others_follow_in_the_order_in_which_they_asked() {
        Runnable second = drain("second");
        drain("first").run();
        second.run();
        drain("third").run();
        second.run();
        assertThat(begun).containsExactly("first");

        turns.giveBack();
        assertThat(begun).containsExactly("first", "second");
        turns.giveBack();
        turns.giveBack();
        assertThat(begun).containsExactly("first", "second", "third");

        second.run();
        assertThat(begun).endsWith("third", "second");
    }

    @Test
    void one_that_wants_its_turn_no_more_does_not_keep_it_from_the_next() {
        drain("first").run();
        Runnable gone = new Runnable() {
            private boolean asked;

            @Override
            public void run() {
                if (!asked) {
                    asked = true;
                    assertThat(turns.take(this)).isFalse();
                }
            }
        };
        gone.run();
        drain("third").run();
        turns.giveBack();

        assertThat(begun).containsExactly("first", "third");
    }

    @Test
    void those_that_end_at_once_follow_one_another_however_many_they_are() {
        drain("first").run();
        List<Integer> ended = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int number = i;
            Runnable atOnce = new Runnable() {
                @Override
                public void run() {
                    if (turns.take(this)) {
                        ended.add(number);
                        turns.giveBack();
                    }
                }
            };
            atOnce.run();
        }
        turns.giveBack();

        assertThat(ended).hasSize(20_000).isSorted();
    }
}
