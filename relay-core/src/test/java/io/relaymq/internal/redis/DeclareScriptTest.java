package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class DeclareScriptTest {

    private final TestBroadcast broadcast;

    DeclareScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String declare(Object... arguments) {
        return broadcast.run(Script.DECLARE, arguments);
    }

    @Test
    void the_first_declaration_makes_the_broadcast() {
        assertThat(broadcast.change(
                        () -> assertThat(declare("n1", "100 60000 reject")).isEqualTo("[n1, ]")))
                .containsExactly(
                        "+ meta[age] = 60000",
                        "+ meta[gen] = n1",
                        "+ meta[inc] = n1",
                        "+ meta[max] = 100",
                        "+ meta[overflow] = reject",
                        "+ meta[v] = 1");
    }

    @Test
    void the_last_one_declared_wins_and_is_told_the_one_before() {
        declare("n1", "100 0 drop");

        assertThat(broadcast.change(
                        () -> assertThat(declare("n2", "50 7 reject")).isEqualTo("[n1, 100 0 drop]")))
                .containsExactly(
                        "- meta[age] = 0",
                        "- meta[max] = 100",
                        "- meta[overflow] = drop",
                        "- meta[plain] = 100 n1",
                        "+ meta[age] = 7",
                        "+ meta[max] = 50",
                        "+ meta[overflow] = reject");
        assertThat(broadcast.change(
                        () -> assertThat(declare("n3", "50 7 reject")).isEqualTo("[n1, 50 7 reject]")))
                .isEmpty();
    }

    @Test
    void nothing_declared_leaves_the_settings_as_they_are() {
        declare("n1", "100 5 drop");

        assertThat(broadcast.change(() -> assertThat(declare("n2", "")).isEqualTo("[n1, 100 5 drop]")))
                .isEmpty();
    }

    @Test
    void a_broadcast_without_settings_gets_them_later() {
        assertThat(broadcast.change(() -> assertThat(declare("n1", "")).isEqualTo("[n1, ]")))
                .containsExactly("+ meta[gen] = n1", "+ meta[inc] = n1", "+ meta[v] = 1");

        assertThat(broadcast.change(() -> assertThat(declare("n2", "5 0 drop")).isEqualTo("[n1, ]")))
                .containsExactly(
                        "+ meta[age] = 0", "+ meta[max] = 5", "+ meta[overflow] = drop", "+ meta[plain] = 5 n1");
    }

    @Test
    void a_broadcast_that_has_a_cap_and_nothing_else_is_told_with_the_defaults() {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1", "max", "100");

        assertThat(broadcast.change(
                        () -> assertThat(declare("n2", "100 0 drop")).isEqualTo("[i1, 100 0 drop]")))
                .isEmpty();
        assertThat(broadcast.change(
                        () -> assertThat(declare("n3", "100 9 drop")).isEqualTo("[i1, 100 0 drop]")))
                .containsExactly("+ meta[age] = 9", "+ meta[overflow] = drop");
    }
}
