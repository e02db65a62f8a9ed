package io.relaymq.functional.topology;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.resource.ClientResources;
import io.relaymq.embedded.RedisBinary;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A cluster of three primaries, each with a replica. */
final class TestCluster implements AutoCloseable {

    private static final int PRIMARIES = 3;

    private final List<RedisProcess> nodes = new ArrayList<>();
    private final RedisClient client = RedisClient.create();

    TestCluster(RedisBinary binary) {
        for (int n = 0; n < 2 * PRIMARIES; n++) {
            nodes.add(start(binary));
        }
        for (int n = 0; n < PRIMARIES; n++) {
            int[] slots = IntStream.range(first(n), first(n + 1)).toArray();
            ask(nodes.get(n), redis -> redis.clusterAddSlots(slots));
        }
        for (RedisProcess node : nodes) {
            ask(nodes.get(0), redis -> redis.clusterMeet(node.host(), node.port()));
        }
        nodes.forEach(node -> await().atMost(Fixture.LONG)
                .until(() -> ask(node, RedisCommands::clusterNodes).lines().count() == nodes.size()));
        for (int n = 0; n < PRIMARIES; n++) {
            String primary = ask(nodes.get(n), RedisCommands::clusterMyId);
            ask(nodes.get(PRIMARIES + n), redis -> redis.clusterReplicate(primary));
        }
        awaitWhole();
    }

    private static int first(int primary) {
        return SlotHash.SLOT_COUNT * primary / PRIMARIES;
    }

    private static RedisProcess start(RedisBinary binary) {
        return RedisProcess.builder()
                .binary(binary)
                .setting("cluster-enabled", "yes")
                .setting("cluster-node-timeout", "1500")
                .setting("repl-diskless-sync-delay", "0")
                .start();
    }

    /** A client as an application has it, by its defaults. */
    RedisClusterClient newClient() {
        return RedisClusterClient.create(uris());
    }

    /** A client whose connections the test has to do with. */
    RedisClusterClient newClient(ClientResources resources) {
        return RedisClusterClient.create(resources, uris());
    }

    private List<RedisURI> uris() {
        return nodes.stream().map(node -> RedisURI.create(node.uri())).toList();
    }

    /** Waits until every slot has a primary that answers, and every primary a replica that is up to date. */
    void awaitWhole() {
        await().atMost(Fixture.LONG)
                .ignoreExceptions()
                .until(() -> running().stream()
                        .allMatch(node ->
                                ask(node, RedisCommands::clusterInfo).contains("cluster_state:ok") && isInTouch(node)));
    }

    private boolean isInTouch(RedisProcess node) {
        String replication = ask(node, redis -> redis.info("replication"));
        return replication.contains("role:master")
                ? replication.contains("state=online")
                : replication.contains("master_link_status:up");
    }

    /** After a test that killed some. */
    void restartAll() {
        nodes.stream().filter(node -> !node.isAlive()).forEach(RedisProcess::start);
        awaitWhole();
    }

    List<RedisProcess> running() {
        return nodes.stream().filter(RedisProcess::isAlive).toList();
    }

    /** The node that is in charge of a key now. */
    RedisProcess primaryOf(String key) {
        int slot = SlotHash.getSlot(key);
        for (RedisProcess node : running()) {
            if (ask(node, RedisCommands::clusterNodes)
                    .lines()
                    .filter(line -> line.contains("myself,master"))
                    .anyMatch(line -> owns(line, slot))) {
                return node;
            }
        }
        throw new IllegalStateException("Nobody has slot " + slot);
    }

    private static boolean owns(String line, int slot) {
        String[] words = line.split(" ");
        for (int i = 8; i < words.length; i++) {
            String[] range = words[i].split("-");
            if (!words[i].startsWith("[")
                    && Integer.parseInt(range[0]) <= slot
                    && slot <= Integer.parseInt(range[range.length - 1])) {
                return true;
            }
        }
        return false;
    }

    <T> T ask(RedisProcess node, Function<RedisCommands<String, String>, T> what) {
        try (StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(node.uri()))) {
            return what.apply(connection.sync());
        }
    }

    @Override
    public void close() {
        client.shutdown();
        nodes.forEach(RedisProcess::close);
    }
}
