package io.relaymq.benchmarks.peer;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RabbitServer;
import io.relaymq.benchmarks.server.Server;
import java.io.IOException;
import java.util.Map;

/** RabbitMQ: a topic exchange, a queue per subscription, publisher confirms, prefetch, every message acked. */
final class RabbitPeer implements Peer {

    private static final String EXCHANGE = "events";

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public boolean isInstalled() {
        return RabbitServer.isInstalled();
    }

    @Override
    public String promise(Durability durability) {
        return durability == Durability.MEMORY ? "memory (transient)" : "durable queues, confirmed when on disk";
    }

    @Override
    public Server start(Durability durability) {
        return RabbitServer.start();
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) throws Exception {
        boolean durable = durability == Durability.FILE;
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(server.port());
        Connection consuming = factory.newConnection();
        Connection publishing = factory.newConnection();
        Channel publisher = publishing.createChannel();
        publisher.exchangeDeclare(EXCHANGE, "topic", durable);
        for (int i = 0; i < work.subscriptions(); i++) {
            Channel channel = consuming.createChannel();
            channel.basicQos(Work.WINDOW);
            channel.queueDeclare(Work.name(i), durable, false, false, Map.of());
            channel.queueBind(Work.name(i), EXCHANGE, work.prefix(i) + ".#");
            channel.basicConsume(Work.name(i), false, new Subscription(channel, i, receiver));
        }
        return new RabbitSession(EXCHANGE, consuming, publishing, new Confirms(publisher), durable);
    }

    private static final class Subscription extends DefaultConsumer {

        private final int number;
        private final Receiver receiver;

        Subscription(Channel channel, int number, Receiver receiver) {
            super(channel);
            this.number = number;
            this.receiver = receiver;
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                throws IOException {
            receiver.received(number, envelope.getRoutingKey(), body);
            getChannel().basicAck(envelope.getDeliveryTag(), false);
        }
    }
}
