package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamAddArgs;
import org.redisson.api.stream.StreamCreateGroupArgs;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.api.stream.StreamReadGroupArgs;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.CompositeCodec;
import org.redisson.config.Config;

/** Redisson's stream with a group and a loop per subscription; what is not wanted is thrown away in the client; one ack per read. */
final class RedissonStreamPeer implements OnRedis {

    private static final String SUBJECT = "s";
    private static final String DATA = "d";

    @Override
    public String name() {
        return "redisson-stream";
    }

    static RedissonClient connect(Server server) {
        Config config = new Config();
        config.useSingleServer().setAddress(OnRedis.uri(server));
        return Redisson.create(config);
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) {
        RedissonClient client = connect(server);
        RStream<String, byte[]> stream = client.getStream(
                STREAM, new CompositeCodec(StringCodec.INSTANCE, ByteArrayCodec.INSTANCE, ByteArrayCodec.INSTANCE));
        Loops loops = new Loops();
        for (int i = 0; i < work.subscriptions(); i++) {
            stream.createGroup(StreamCreateGroupArgs.name(Work.name(i))
                    .id(StreamMessageId.NEWEST)
                    .makeStream());
            Loop loop = new Loop(stream, Work.name(i), new Filter(work, i, receiver));
            loops.start(Work.name(i), loop::turn);
        }
        return new RedissonSession(client, stream, loops);
    }

    private record Loop(RStream<String, byte[]> stream, String group, Filter filter) {

        void turn() {
            Map<StreamMessageId, Map<String, byte[]>> messages = stream.readGroup(
                    group,
                    "c",
                    StreamReadGroupArgs.neverDelivered().count(Work.WINDOW).timeout(Duration.ofMillis(500)));
            messages.values().forEach(fields -> filter.received(fields.get(SUBJECT), fields.get(DATA)));
            if (!messages.isEmpty()) {
                stream.ack(group, messages.keySet().toArray(StreamMessageId[]::new));
            }
        }
    }

    private record RedissonSession(RedissonClient client, RStream<String, byte[]> stream, Loops loops)
            implements Session {

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            return stream.addAsync(
                    StreamAddArgs.entries(SUBJECT, subject.getBytes(StandardCharsets.US_ASCII), DATA, body)
                            .trimNonStrict()
                            .maxLen(Work.LOG)
                            .noLimit());
        }

        @Override
        public void close() {
            loops.close();
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }
}
