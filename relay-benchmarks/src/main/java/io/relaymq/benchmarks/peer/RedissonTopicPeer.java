package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RReliableTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Redisson's reliable topic, a listener per subscription. It has no subjects: the subject travels in the message, and what is not
 * wanted is thrown away in the client.
 */
final class RedissonTopicPeer implements OnRedis {

    private static final String TOPIC = "topic";

    @Override
    public String name() {
        return "redisson-reliable-topic";
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) {
        RedissonClient client = RedissonStreamPeer.connect(server);
        for (int i = 0; i < work.subscriptions(); i++) {
            Filter filter = new Filter(work, i, receiver);
            client.getReliableTopic(TOPIC, ByteArrayCodec.INSTANCE)
                    .addListener(byte[].class, (topic, message) -> received(filter, message));
        }
        return new TopicSession(client, client.getReliableTopic(TOPIC, ByteArrayCodec.INSTANCE));
    }

    private static void received(Filter filter, byte[] message) {
        ByteBuffer buffer = ByteBuffer.wrap(message);
        byte[] subject = new byte[buffer.get()];
        buffer.get(subject);
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        filter.received(new String(subject, StandardCharsets.US_ASCII), body);
    }

    private record TopicSession(RedissonClient client, RReliableTopic topic) implements Session {

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            byte[] name = subject.getBytes(StandardCharsets.US_ASCII);
            ByteBuffer message = ByteBuffer.allocate(1 + name.length + body.length);
            message.put((byte) name.length).put(name).put(body);
            return topic.publishAsync(message.array());
        }

        @Override
        public void close() {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }
}
