package io.relaymq.benchmarks.peer;

import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StreamOperations;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.stream.StreamMessageListenerContainer;
import org.springframework.data.redis.stream.StreamMessageListenerContainer.StreamMessageListenerContainerOptions;

/**
 * Spring Data Redis: its listener container with a group per subscription, a listener that throws away what is not wanted and
 * acknowledges each record, as its documentation shows; published by its reactive template, which can have several under way.
 */
final class SpringDataPeer implements OnRedis {

    private static final String SUBJECT = "s";
    private static final String DATA = "d";

    @Override
    public String name() {
        return "spring-data";
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) throws Exception {
        LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", server.port());
        connections.afterPropertiesSet();
        connections.start();
        StreamOperations<String, String, byte[]> streams = template(connections).opsForStream();
        StreamMessageListenerContainer<String, MapRecord<String, String, byte[]>> container = container(connections);
        container.start();
        for (int i = 0; i < work.subscriptions(); i++) {
            Filter filter = new Filter(work, i, receiver);
            String group = Work.name(i);
            streams.createGroup(STREAM, ReadOffset.latest(), group);
            container
                    .receive(
                            Consumer.from(group, "c"),
                            StreamOffset.create(STREAM, ReadOffset.lastConsumed()),
                            record -> {
                                Map<String, byte[]> fields = record.getValue();
                                filter.received(fields.get(SUBJECT), fields.get(DATA));
                                streams.acknowledge(STREAM, group, record.getId());
                            })
                    .await(Duration.ofSeconds(10));
        }
        return new SpringDataSession(connections, container, reactive(connections));
    }

    private static RedisTemplate<String, byte[]> template(LettuceConnectionFactory connections) {
        RedisTemplate<String, byte[]> template = new RedisTemplate<>();
        template.setConnectionFactory(connections);
        template.setKeySerializer(RedisSerializer.string());
        template.setHashKeySerializer(RedisSerializer.string());
        template.setHashValueSerializer(RedisSerializer.byteArray());
        template.afterPropertiesSet();
        return template;
    }

    private static StreamMessageListenerContainer<String, MapRecord<String, String, byte[]>> container(
            LettuceConnectionFactory connections) {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("spring-data-");
        executor.setDaemon(true);
        StreamMessageListenerContainerOptions<String, MapRecord<String, String, byte[]>> options =
                StreamMessageListenerContainerOptions.builder()
                        .batchSize(Work.WINDOW)
                        .pollTimeout(Duration.ofMillis(500))
                        .executor(executor)
                        .keySerializer(RedisSerializer.string())
                        .<String, byte[]>hashKeySerializer(RedisSerializer.string())
                        .<String, byte[]>hashValueSerializer(RedisSerializer.byteArray())
                        .build();
        return StreamMessageListenerContainer.create(connections, options);
    }

    private static ReactiveRedisTemplate<String, byte[]> reactive(LettuceConnectionFactory connections) {
        return new ReactiveRedisTemplate<>(
                connections,
                RedisSerializationContext.<String, byte[]>newSerializationContext()
                        .key(SerializationPair.fromSerializer(RedisSerializer.string()))
                        .value(SerializationPair.fromSerializer(RedisSerializer.byteArray()))
                        .hashKey(SerializationPair.fromSerializer(RedisSerializer.string()))
                        .hashValue(SerializationPair.fromSerializer(RedisSerializer.byteArray()))
                        .build());
    }

    private record SpringDataSession(
            LettuceConnectionFactory connections,
            StreamMessageListenerContainer<?, ?> container,
            ReactiveRedisTemplate<String, byte[]> template)
            implements Session {

        private static final XAddOptions OPTIONS = XAddOptions.maxlen(Work.LOG).approximateTrimming(true);

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            Map<String, byte[]> fields = new LinkedHashMap<>();
            fields.put(SUBJECT, subject.getBytes());
            fields.put(DATA, body);
            return template.<String, byte[]>opsForStream()
                    .add(StreamRecords.newRecord().in(STREAM).ofMap(fields), OPTIONS)
                    .toFuture();
        }

        @Override
        public void close() {
            container.stop();
            connections.destroy();
        }
    }
}
