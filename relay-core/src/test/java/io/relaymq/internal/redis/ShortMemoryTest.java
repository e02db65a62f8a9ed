package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where memory is short nothing comes in, but what is there can be worked off. */
@OnEveryServer
class ShortMemoryTest {

    private final Server server;
    private final TestBroadcast broadcast;

    ShortMemoryTest(Server shared) {
        server = shared.another();
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        server.stop();
    }

    private void memoryIsShort() {
        server.memoryLimit("1");
    }

    @Test
    void a_publish_is_refused_and_stores_nothing() {
        broadcast.subscription("0-0");
        broadcast.redis("HSET", "meta", "v", "1", "gen", "g1");
        memoryIsShort();

        assertThat(broadcast.change(() -> assertThat(broadcast.run(
                                Script.PUBLISH, "g1", "n", "", 2, "a", "", "", "s", "", "b", "", "", "s", ""))
                        .contains("OOM")))
                .isEmpty();
    }

    @Test
    void a_step_of_copying_is_refused_and_copies_nothing() {
        broadcast
                .definition("e1 shared copying 0-0 0-0 0-0 0-0=a")
                .group("0-0")
                .log("1-0", "a")
                .log("2-0", "a");
        memoryIsShort();

        assertThat(broadcast.change(() -> assertThat(broadcast.run(Script.BACKFILL, "s", "e1", 10, "n"))
                        .contains("OOM")))
                .isEmpty();
    }

    @Test
    void leases_are_renewed_and_what_is_due_is_taken() {
        broadcast.subscription("9-0").record("c", "1030000 30000 1 9-0 0 ").waiting("1-0", 5);
        memoryIsShort();

        assertThat(broadcast.run(Script.KEEP, "s", "e1", "c", 2, 30_000, "9-0", 0, ""))
                .startsWith("[OK, ");
        assertThat(broadcast.run(Script.TAKE, "s", "e1", "c", 5, 30_000, 0)).startsWith("[OK, [1-0, ");
    }

    @Test
    void deliveries_are_settled_and_fail_and_are_released() {
        broadcast
                .subscription("9-0")
                .inbox("1-0", "2-0", "3-0", "4-0")
                .taken("5-0", "c 1")
                .taken("6-0", "c 2");
        memoryIsShort();

        assertThat(broadcast.run(Script.SETTLE, "s", "e1", "c", "acked", 0, "1-0"))
                .isEqualTo("OK");
        assertThat(broadcast.run(Script.FAIL, "s", "e1", "c", "2-0", 5, "Boom", "", 1, 100))
                .isEqualTo("OK");
        assertThat(broadcast.run(Script.FAIL, "s", "e1", "c", "3-0", "", "Boom", "", 1, 100))
                .isEqualTo("OK");
        assertThat(broadcast.run(Script.FAIL, "s", "e1", "c", "6-0/2", "", "Boom", "", 1, 100))
                .isEqualTo("OK");
        assertThat(broadcast.run(Script.RELEASE, "s", "e1", "c", 0, "4-0", "5-0/1"))
                .isEqualTo("[OK, 2, 0]");
    }

    @Test
    void what_a_dead_consumer_left_is_swept() {
        broadcast.subscription("9-0").inbox("1-0");
        broadcast.redis("HSET", "meta", "beat:s", "1000000");
        memoryIsShort();

        assertThat(broadcast.run(Script.SWEEP, "s", "e1", 30_000, 10, 3, 0, 100))
                .isEqualTo("[OK, 1, 0, 0, 0]");
    }
}
