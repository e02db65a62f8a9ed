package io.relaymq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubjectIndexTest {

    @Test
    void every_matching_pattern_hands_over_its_values() {
        SubjectIndex<String> index = SubjectIndex.<String>builder()
                .add("orders.>", "billing")
                .add("orders.>", "audit")
                .add("*.42.#", "support")
                .add("orders.*.debug", "nobody")
                .build();

        assertThat(index.match("orders.42.status")).containsExactlyInAnyOrder("billing", "audit", "support");
        assertThat(index.match("users.1")).isEmpty();
    }

    @Test
    void a_pair_is_handed_over_once_however_often_and_however_spelt_it_was_added() {
        SubjectIndex<String> index = SubjectIndex.<String>builder()
                .add("a.>", "v")
                .add("a.>", "v")
                .add("a.*.#", "v")
                .add("a.#.*", "v")
                .build();

        assertThat(index.match("a.b")).containsExactly("v");
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void one_value_under_two_matching_patterns_comes_twice() {
        SubjectIndex<String> index =
                SubjectIndex.<String>builder().add("a.*", "v").add("*.b", "v").build();

        assertThat(index.match("a.b")).containsExactly("v", "v");
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    void an_exclusion_is_found_by_its_positive_part() {
        SubjectIndex<String> index =
                SubjectIndex.<String>builder().add("!a.*", "not for billing").build();

        assertThat(index.match("a.b")).containsExactly("not for billing");
    }

    @Test
    void residual_patterns_that_share_a_row_are_told_apart() {
        SubjectIndex<String> index = SubjectIndex.<String>builder()
                .add("a.#.b.#.z", "b")
                .add("a.#.c.#.z", "c")
                .add("a.#.b.#.c.#.z", "b then c")
                .build();

        assertThat(index.shapes()).containsExactly("x.##.x");
        assertThat(index.match("a.b.z")).containsExactly("b");
        assertThat(index.match("a.1.c.2.z")).containsExactly("c");
        assertThat(index.match("a.b.c.z")).containsExactlyInAnyOrder("b", "c", "b then c");
        assertThat(index.match("a.z")).isEmpty();
    }

    @Test
    void an_index_is_not_changed_by_what_its_builder_collects_later() {
        SubjectIndex.Builder<String> builder = SubjectIndex.<String>builder().add("a", "one");
        SubjectIndex<String> index = builder.build();

        builder.add("a", "two");

        assertThat(index.match("a")).containsExactly("one");
        assertThat(builder.build().match("a")).containsExactly("one", "two");
    }

    @Test
    void a_consumer_may_look_up_another_subject_in_the_middle_of_a_lookup() {
        SubjectIndex<String> index = SubjectIndex.<String>builder()
                .add("a.b", "a.b")
                .add("a.*", "a.*")
                .add("*.b", "*.b")
                .add("x.#", "x.#")
                .build();
        List<String> inner = new ArrayList<>();
        List<String> outer = new ArrayList<>();

        index.forEachMatch("a.b", value -> {
            outer.add(value);
            inner.addAll(index.match("x.y.z"));
            SubjectPattern.of("q.*").matches("q.r");
        });

        assertThat(outer).containsExactlyInAnyOrder("a.b", "a.*", "*.b");
        assertThat(inner).containsExactly("x.#", "x.#", "x.#");
    }

    @Test
    void a_consumer_that_throws_leaves_the_index_usable() {
        SubjectIndex<String> index =
                SubjectIndex.<String>builder().add("a", "v").build();

        assertThatThrownBy(() -> index.forEachMatch("a", value -> {
                    throw new IllegalStateException(value);
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(index.match("a")).containsExactly("v");
    }

    @Test
    void an_invalid_subject_is_refused_also_by_an_empty_index() {
        SubjectIndex<String> index = SubjectIndex.<String>builder().build();

        assertThat(index.match("a")).isEmpty();
        assertThatThrownBy(() -> index.match("a.")).isInstanceOf(InvalidSubjectException.class);
    }

    @Test
    void subjects_whose_hashes_collide_are_told_apart() {
        String[] pair = collidingSubjects();
        SubjectIndex<String> index =
                SubjectIndex.<String>builder().add(pair[0], "found").build();

        assertThat(index.match(pair[0])).containsExactly("found");
        assertThat(index.match(pair[1])).isEmpty();
    }

    /** Two subjects whose keys agree in the half that is compared and in the few bits that choose a slot. */
    private static String[] collidingSubjects() {
        Map<Long, String> seen = new HashMap<>();
        Random random = Seed.random("collision");
        while (true) {
            String subject = Long.toString(random.nextLong(), 36) + "." + Integer.toString(random.nextInt(), 36);
            long key = PatternShape.key(CanonicalPattern.of(subject));
            String other = seen.put(ShapeTable.mark(key) * 4L + (key & 3), subject);
            if (other != null) {
                return new String[] {subject, other};
            }
        }
    }

    @Test
    void a_hundred_thousand_patterns_cost_as_many_tables_as_they_have_shapes() {
        SubjectIndex.Builder<Integer> builder = SubjectIndex.builder();
        for (int i = 0; i < 100_000; i++) {
            builder.add(i % 2 == 0 ? "orders." + i + ".*" : "*." + i + ".#", i);
        }
        SubjectIndex<Integer> index = builder.build();

        assertThat(index.size()).isEqualTo(100_000);
        assertThat(index.shapes()).containsExactlyInAnyOrder("x.x.*", "*.x.#");
        assertThat(IntStream.range(0, 100_000)
                        .filter(i -> !index.match("orders." + i + ".status").equals(List.of(i))))
                .isEmpty();
    }
}
