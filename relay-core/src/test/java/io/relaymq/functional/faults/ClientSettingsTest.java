package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.protocol.CommandType;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.MessageHandler;
import io.relaymq.WorkerOptions;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.Received;
import io.relaymq.functional.ServerCounts;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application's client has settings of its own, and its user not every right. */
class ClientSettingsTest {

    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONGER_THAN_BLOCK = Duration.ofSeconds(7);
    private static final Duration PROMPT = Duration.ofSeconds(2);

    final RedisProcess server = RedisProcess.builder().start();
    final Fixture fixture = new Fixture(server);

    @AfterEach
    void close() {
        fixture.close();
        server.close();
    }

    @Test
    void a_command_timeout_shorter_than_the_blocking_read_neither_cuts_nor_delays_it() {
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            RedisURI uri = RedisURI.create(server.uri());
            uri.setTimeout(SHORT);
            List<RedisClient> clients = List.of(
                    client(uri, TimeoutOptions.enabled()),
                    client(uri, TimeoutOptions.enabled(SHORT)),
                    client(uri, TimeoutOptions.enabled(LONGER_THAN_BLOCK)));
            List<Received> received =
                    Stream.generate(Received::new).limit(clients.size()).toList();
            for (int i = 0; i < clients.size(); i++) {
                subscribe(fixture.relay(clients.get(i)).broadcast("events"), "sub" + i, received.get(i));
            }
            await().atMost(Fixture.LONG)
                    .until(() -> ServerCounts.of(fixture.redis()).calls("xreadgroup") >= 3);
            ServerCounts before = ServerCounts.of(fixture.redis());

            await().pollDelay(LONGER_THAN_BLOCK).until(() -> true);
            ServerCounts idle = ServerCounts.of(fixture.redis());
            fixture.relay().broadcast("events").publish("a", "x");

            await().atMost(PROMPT).until(() -> received.stream().allMatch(one -> one.count() == 1));
            assertThat(trouble.warnings()).isEmpty();
            assertThat(trouble.errors()).isEmpty();
            assertThat(idle.connections()).isEqualTo(before.connections());
            assertThat(idle.calls("xreadgroup") - before.calls("xreadgroup")).isLessThan(40);
        }
    }

    @Test
    void a_user_who_may_not_unblock_others_waits_a_moment_at_most() {
        fixture.redis()
                .aclSetuser(
                        "app",
                        AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .allKeys()
                                .allCommands()
                                .removeCommand(CommandType.CLIENT));
        RedisURI uri = RedisURI.builder(RedisURI.create(server.uri()))
                .withAuthentication("app", "secret".toCharArray())
                .build();
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            Broadcast events =
                    fixture.relay(client(uri, TimeoutOptions.create())).broadcast("events");
            Received first = new Received();
            BroadcastWorker worker = subscribe(events, "first", first);
            events.publish("a", "x");
            await().atMost(Fixture.LONG).until(() -> first.count() == 1);

            Received second = new Received();
            subscribe(events, "second", second);
            events.publish("b", "x");
            await().atMost(Fixture.LONG).until(() -> second.count() == 1 && first.count() == 2);
            worker.pause();
            await().atMost(Fixture.LONG).until(() -> worker.status().inFlight() == 0 && worker.state() == State.PAUSED);
            events.publish("c", "x");
            await().atMost(PROMPT).until(() -> second.count() == 2);
            worker.resume();
            await().atMost(PROMPT).until(() -> first.count() == 3);
            ServerCounts before = ServerCounts.of(fixture.redis());
            await().pollDelay(PROMPT).until(() -> true);

            assertThat(ServerCounts.of(fixture.redis()).calls("xreadgroup") - before.calls("xreadgroup"))
                    .isLessThan(10);
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).isEmpty();
        }
    }

    private RedisClient client(RedisURI uri, TimeoutOptions timeouts) {
        RedisClient client = fixture.newClient(uri);
        client.setOptions(ClientOptions.builder().timeoutOptions(timeouts).build());
        return client;
    }

    private static BroadcastWorker subscribe(Broadcast events, String name, MessageHandler handler) {
        BroadcastWorker worker = events.subscribe(WorkerOptions.of(name, ">").build(), handler);
        assertThat(worker.awaitReady(Fixture.LONG)).isTrue();
        return worker;
    }
}
