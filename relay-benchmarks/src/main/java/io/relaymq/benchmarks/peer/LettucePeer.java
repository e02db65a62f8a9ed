package io.relaymq.benchmarks.peer;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The floor: what somebody writes by hand. One stream, a group per subscription, a blocking read each, what is not wanted thrown
 * away in the client, one XACK per read. No retries, no takeover of what a dead consumer held.
 */
final class LettucePeer implements OnRedis {

    private static final byte[] KEY = STREAM.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SUBJECT = {'s'};
    private static final byte[] DATA = {'d'};
    private static final byte[] CONSUMER = {'c'};

    @Override
    public String name() {
        return "lettuce-loop";
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) {
        RedisClient client = RedisClient.create(OnRedis.uri(server));
        StatefulRedisConnection<byte[], byte[]> publisher = client.connect(ByteArrayCodec.INSTANCE);
        Loops loops = new Loops();
        for (int i = 0; i < work.subscriptions(); i++) {
            byte[] group = Work.name(i).getBytes(StandardCharsets.US_ASCII);
            publisher.sync().xgroupCreate(StreamOffset.latest(KEY), group, XGroupCreateArgs.Builder.mkstream());
            Loop loop = new Loop(client.connect(ByteArrayCodec.INSTANCE), group, new Filter(work, i, receiver));
            loops.start(Work.name(i), loop::turn);
        }
        return new LettuceSession(client, publisher, loops);
    }

    private record Loop(StatefulRedisConnection<byte[], byte[]> connection, byte[] group, Filter filter) {

        private static final XReadArgs READ = XReadArgs.Builder.block(500).count(Work.WINDOW);

        void turn() {
            List<StreamMessage<byte[], byte[]>> messages =
                    connection.sync().xreadgroup(Consumer.from(group, CONSUMER), READ, StreamOffset.lastConsumed(KEY));
            messages.forEach(this::handle);
            if (!messages.isEmpty()) {
                String[] ids = messages.stream().map(StreamMessage::getId).toArray(String[]::new);
                var unused = connection.async().xack(KEY, group, ids);
            }
        }

        private void handle(StreamMessage<byte[], byte[]> message) {
            byte[] subject = {};
            byte[] data = {};
            for (Map.Entry<byte[], byte[]> field : message.getBody().entrySet()) {
                if (field.getKey()[0] == SUBJECT[0]) {
                    subject = field.getValue();
                } else {
                    data = field.getValue();
                }
            }
            filter.received(new String(subject, StandardCharsets.US_ASCII), data);
        }
    }

    private record LettuceSession(RedisClient client, StatefulRedisConnection<byte[], byte[]> publisher, Loops loops)
            implements Session {

        private static final XAddArgs ARGS = XAddArgs.Builder.maxlen(Work.LOG).approximateTrimming();

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            Map<byte[], byte[]> fields = new LinkedHashMap<>();
            fields.put(SUBJECT, subject.getBytes(StandardCharsets.US_ASCII));
            fields.put(DATA, body);
            return publisher.async().xadd(KEY, ARGS, fields);
        }

        @Override
        public void close() {
            loops.close();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
