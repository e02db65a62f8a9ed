package io.relaymq.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The primaries of a cluster. All keys of a broadcast are in one slot, so that its connections are plain ones to the primary of that
 * slot, which is looked up anew at each opening.
 */
final class ClusterNodes implements AutoCloseable {

    private final Supplier<RedisClusterClient> cluster;

    /** Connects to single nodes, with the cluster client's threads and options. Guarded by this. */
    private @Nullable RedisClient single;

    /** @param cluster asked at each opening, because an application may stop and start its client */
    ClusterNodes(Supplier<RedisClusterClient> cluster) {
        this.cluster = cluster;
    }

    /** To the primary of the slot that a broadcast's keys are in. */
    Connector of(byte[] prefix) {
        int slot = SlotHash.getSlot(prefix);
        return to(nodes -> nodes.getMasterBySlot(slot), "slot " + slot);
    }

    /** To one primary or another. */
    Connector any() {
        return to(ClusterNodes::some, "a slot");
    }

    private static @Nullable RedisClusterNode some(Partitions nodes) {
        List<RedisClusterNode> primaries =
                nodes.stream().filter(node -> !node.hasNoSlots()).toList();
        return primaries.isEmpty()
                ? null
                : primaries.get(ThreadLocalRandom.current().nextInt(primaries.size()));
    }

    private Connector to(Function<Partitions, @Nullable RedisClusterNode> choice, String what) {
        return new Connector() {
            @Override
            public StatefulRedisConnection<byte[], byte[]> open(String name, Duration timeout) {
                return Connector.prepared(connect(choice, what), name, timeout);
            }

            @Override
            public ClientOptions options() {
                return cluster.get().getOptions();
            }
        };
    }

    private StatefulRedisConnection<byte[], byte[]> connect(
            Function<Partitions, @Nullable RedisClusterNode> choice, String what) {
        RedisClusterClient client = cluster.get();
        client.refreshPartitions();
        RedisClusterNode primary = choice.apply(client.getPartitions());
        if (primary == null) {
            throw new RedisException("No primary of the cluster has " + what);
        }
        return single(client).connect(ByteArrayCodec.INSTANCE, primary.getUri());
    }

    private synchronized RedisClient single(RedisClusterClient client) {
        RedisClient current = single;
        if (current == null || current.getResources() != client.getResources()) {
            current = RedisClient.create(client.getResources());
            single = current;
        }
        current.setOptions(client.getOptions());
        return current;
    }

    /** Lets go of what was made here; the application's client stays open. */
    @Override
    public synchronized void close() {
        RedisClient last = single;
        if (last != null) {
            var unused = last.shutdownAsync(0, 1, TimeUnit.SECONDS);
        }
    }
}
