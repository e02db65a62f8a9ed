package io.relaymq.benchmarks.peer;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import io.relaymq.benchmarks.load.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionStage;

/** RabbitMQ's two connections: what consumes is not held up by what publishes. */
record RabbitSession(String exchange, Connection consuming, Connection publishing, Confirms confirms, boolean durable)
        implements Session {

    @Override
    public CompletionStage<?> publish(String subject, byte[] body) {
        AMQP.BasicProperties properties =
                durable ? MessageProperties.MINIMAL_PERSISTENT_BASIC : MessageProperties.MINIMAL_BASIC;
        try {
            return confirms.publish(channel -> channel.basicPublish(exchange, subject, properties, body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            publishing.close();
            consuming.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
