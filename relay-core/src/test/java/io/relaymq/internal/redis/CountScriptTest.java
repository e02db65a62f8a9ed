package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class CountScriptTest {

    private final TestBroadcast broadcast;

    CountScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String count(String position, int limit) {
        return broadcast.run(Script.COUNT, "s", position, limit);
    }

    private void seeded() {
        broadcast.definition("e1 shared copying 0-0 0-0 0-0 0-0=b 2-0=a");
        broadcast.log("1-0", "a").log("2-0", "b").log("3-0", "a").log("4-0", "a").log("5-0", "b");
    }

    @Test
    void it_counts_in_steps_what_the_patterns_of_now_match_and_tells_where_to_go_on() {
        seeded();

        assertThat(broadcast.change(() -> {
                    assertThat(count("0-0", 2)).isEqualTo("[OK, 1, 2-0]");
                    assertThat(count("2-0", 2)).isEqualTo("[OK, 2, 4-0]");
                    assertThat(count("4-0", 2)).isEqualTo("[OK, 0, ]");
                }))
                .isEmpty();
    }

    @Test
    void a_last_step_that_is_full_is_followed_by_an_empty_one() {
        seeded();

        assertThat(count("0-0", 5)).isEqualTo("[OK, 3, 5-0]");
        assertThat(count("5-0", 5)).isEqualTo("[OK, 0, ]");
    }

    @Test
    void behind_the_end_and_at_it_there_is_nothing() {
        seeded();

        assertThat(count("$", 5)).isEqualTo("[OK, 0, ]");
        assertThat(count("9-0", 5)).isEqualTo("[OK, 0, ]");
        broadcast.redis("DEL", "log");
        assertThat(count("0-0", 5)).isEqualTo("[OK, 0, ]");
    }

    @Test
    void a_subscription_that_does_not_exist_is_missing() {
        assertThat(count("0-0", 5)).isEqualTo("[MISSING, 0, ]");
    }
}
