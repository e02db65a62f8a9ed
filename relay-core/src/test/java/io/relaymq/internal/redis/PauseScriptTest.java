package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class PauseScriptTest {

    private final TestBroadcast broadcast;

    PauseScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String pause(int on) {
        return broadcast.run(Script.PAUSE, "s", on);
    }

    @Test
    void a_pause_is_kept_with_its_time_until_it_is_ended() {
        broadcast.subscription("0-0");

        assertThat(broadcast.change(() -> assertThat(pause(1)).isEqualTo("OK")))
                .containsExactly("+ paused[s] = 1000000");
        assertThat(broadcast.change(() -> assertThat(pause(1)).isEqualTo("OK"))).isEmpty();
        assertThat(broadcast.change(() -> assertThat(pause(0)).isEqualTo("OK")))
                .containsExactly("- paused[s] = 1000000");
        assertThat(broadcast.change(() -> assertThat(pause(0)).isEqualTo("OK"))).isEmpty();
    }

    @Test
    void every_beat_and_the_status_tell_it() {
        broadcast.subscription("0-0");
        pause(1);

        assertThat(broadcast.run(Script.KEEP, "s", "e1", "c", 1, 30_000, "0-0", 0, ""))
                .isEqualTo("[OK, 0-0, 0, 1, live, -1, 0, 1000000, 1, >]");
        assertThat(broadcast.run(Script.STATUS, "s")).isEqualTo("[live, 0, 0, 0, 0, 0, 1, -1, 0, [], >, 0-0, 1, [c]]");
    }

    @Test
    void a_subscription_that_does_not_exist_is_missing() {
        assertThat(broadcast.change(() -> {
                    assertThat(pause(1)).isEqualTo("MISSING");
                    assertThat(pause(0)).isEqualTo("MISSING");
                }))
                .isEmpty();
    }
}
