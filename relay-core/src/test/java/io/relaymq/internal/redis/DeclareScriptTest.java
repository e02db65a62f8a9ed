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
        assertThat(broadcast.change(() -> assertThat(declare("n1", 100)).isEqualTo("[n1, ]")))
                .containsExactly("+ meta[gen] = n1", "+ meta[inc] = n1", "+ meta[max] = 100", "+ meta[v] = 1");
    }

    @Test
    void the_last_one_declared_wins_and_is_told_the_one_before() {
        declare("n1", 100);

        assertThat(broadcast.change(() -> assertThat(declare("n2", 50)).isEqualTo("[n1, 100]")))
                .containsExactly("- meta[max] = 100", "+ meta[max] = 50");
        assertThat(broadcast.change(() -> assertThat(declare("n3", 50)).isEqualTo("[n1, 50]")))
                .isEmpty();
    }

    @Test
    void nothing_declared_leaves_the_cap_as_it_is() {
        declare("n1", 100);

        assertThat(broadcast.change(() -> assertThat(declare("n2", "")).isEqualTo("[n1, 100]")))
                .isEmpty();
    }

    @Test
    void a_broadcast_without_a_cap_gets_one_later() {
        assertThat(broadcast.change(() -> assertThat(declare("n1", "")).isEqualTo("[n1, ]")))
                .containsExactly("+ meta[gen] = n1", "+ meta[inc] = n1", "+ meta[v] = 1");

        assertThat(broadcast.change(() -> declare("n2", 5))).containsExactly("+ meta[max] = 5");
    }
}
