package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.RelayUnavailableException;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Somebody else's script runs without end. */
@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class BusyServerTest {

    private static final Duration BUSY = Duration.ofSeconds(3);

    @Parameter
    RedisProcess server;

    Fixture fixture;

    @BeforeEach
    void open() {
        fixture = new Fixture(server);
        fixture.redis().configSet("lua-time-limit", "50");
    }

    @AfterEach
    void close() {
        fixture.redis().configSet("lua-time-limit", "5000");
        fixture.close();
    }

    @Test
    void publishes_fail_and_say_so_workers_wait_and_all_goes_on_when_the_script_is_killed() {
        Broadcast events = fixture.relay().broadcast("events");
        Received received = new Received();
        WorkerOptions options = WorkerOptions.of("reader", ">")
                .lockDuration(Duration.ofMillis(900))
                .stalledInterval(Duration.ofMillis(300))
                .build();
        BroadcastWorker worker = events.subscribe(options, received);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        events.publish("n.before", "x");
        await().atMost(Fixture.LONG).until(() -> received.count() == 1);
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            var endless = fixture.newClient(server.uri())
                    .connect()
                    .async()
                    .eval("while true do end", ScriptOutputType.STATUS);
            awaitBusy();

            assertThatThrownBy(() -> events.publish("n.refused", "x"))
                    .isInstanceOf(RelayUnavailableException.class)
                    .hasMessageContaining("BUSY")
                    .hasMessageContaining("not stored");
            await().pollDelay(BUSY)
                    .atMost(Fixture.LONG)
                    .until(() -> worker.status().problem() != null);
            fixture.redis().scriptKill();
            await().atMost(Fixture.LONG).until(endless::isDone);

            await().atMost(Fixture.LONG).until(() -> worker.state() == State.RUNNING);
            String after = events.publish("n.after", "x").id();
            await().atMost(Fixture.LONG).until(() -> received.ids().contains(after));
            assertThat(received.count()).isEqualTo(2);
            assertThat(worker.status().problem()).isNull();
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThan(5);
        }
    }

    private void awaitBusy() {
        await().atMost(Fixture.LONG).until(() -> {
            try {
                return fixture.redis().ping() == null;
            } catch (RedisException e) {
                return String.valueOf(e.getMessage()).startsWith("BUSY");
            }
        });
    }
}
