package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.KillArgs;
import io.relaymq.BroadcastWorker.State;
import io.relaymq.embedded.AppendFsync;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import io.relaymq.functional.ServerCounts;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServerFaultsTest {

    private static final Duration RECOVERY = Duration.ofSeconds(10);

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("scripts are flushed again and again", true, (server, fixture) -> {
                    for (int i = 0; i < 50; i++) {
                        fixture.redis().scriptFlush();
                    }
                }),
                fault(
                        "every connection is killed",
                        true,
                        (server, fixture) -> fixture.redis()
                                .clientKill(KillArgs.Builder.typeNormal().skipme())),
                fault("the server restarts", true, (server, fixture) -> server.restart()),
                fault("the server crashes and starts again", true, (server, fixture) -> {
                    server.kill();
                    server.start();
                }),
                fault(
                        "everything is flushed",
                        false,
                        (server, fixture) -> fixture.redis().flushall()),
                fault(
                        "a group is destroyed",
                        true,
                        (server, fixture) -> fixture.redis().xgroupDestroy(fixture.key("inbox:sub1"), "relay")),
                fault(
                        "an inbox is deleted",
                        true,
                        (server, fixture) -> fixture.redis().del(fixture.key("inbox:sub1"))));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void under_load_everything_flows_again_soon_and_nothing_is_lost_when(Fault fault) throws Exception {
        try (RedisProcess server =
                        RedisProcess.builder().appendOnly(AppendFsync.ALWAYS).start();
                Fixture fixture = new Fixture(server);
                LoggedTrouble trouble = new LoggedTrouble();
                Load load = new Load(fixture.relay())) {
            long start = fault.keepsData() ? load.published.peek().began() : 0;
            Set<String> threads = relayThreads();
            long connections = ServerCounts.of(fixture.redis()).connections();

            fault.strike().accept(server, fixture);
            long over = System.nanoTime();
            load.awaitFlowSince(over, RECOVERY);
            await().atMost(RECOVERY).until(() -> load.workers.stream().allMatch(one -> one.state() == State.RUNNING));
            load.stop();

            load.awaitAllSince(fault.keepsData() ? start : over);
            assertThat(load.unexpected).isEmpty();
            assertThat(relayThreads()).containsAll(threads);
            assertThat(trouble.errors()).isEmpty();
            assertThat(trouble.warnings()).hasSizeLessThan(20);
            long counted = ServerCounts.of(fixture.redis()).connections();
            assertThat(counted - (counted >= connections ? connections : 0)).isLessThan(15);
        }
    }

    private static Set<String> relayThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("relay-") && !name.startsWith("relay-handler"))
                .collect(Collectors.toSet());
    }

    private static Arguments fault(String name, boolean keepsData, BiConsumer<RedisProcess, Fixture> strike) {
        return Arguments.of(new Fault(name, keepsData, strike));
    }

    /** What is done to a server, and whether everything published before it must still be delivered. */
    record Fault(String name, boolean keepsData, BiConsumer<RedisProcess, Fixture> strike) {

        @Override
        public String toString() {
            return name;
        }
    }
}
