package io.relaymq.benchmarks.peer;

import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.StreamContext;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.NatsServer;
import io.relaymq.benchmarks.server.Server;
import java.util.concurrent.CompletionStage;

/** NATS JetStream: one stream, a durable pull consumer with a subject filter per subscription, every message acked. */
final class NatsPeer implements Peer {

    private static final String STREAM = "events";

    @Override
    public String name() {
        return "nats-jetstream";
    }

    @Override
    public boolean isInstalled() {
        return NatsServer.isInstalled();
    }

    @Override
    public String promise(Durability durability) {
        return durability == Durability.MEMORY ? "memory" : "file, synchronised every 2 min";
    }

    @Override
    public Server start(Durability durability) {
        return NatsServer.start();
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) throws Exception {
        Connection consuming = Nats.connect(((NatsServer) server).uri());
        consuming
                .jetStreamManagement()
                .addStream(StreamConfiguration.builder()
                        .name(STREAM)
                        .subjects("t.>")
                        .storageType(durability == Durability.MEMORY ? StorageType.Memory : StorageType.File)
                        .build());
        StreamContext stream = consuming.getStreamContext(STREAM);
        for (int i = 0; i < work.subscriptions(); i++) {
            int subscription = i;
            var unused = stream.createOrUpdateConsumer(consumer(work, i))
                    .consume(ConsumeOptions.builder().batchSize(Work.WINDOW).build(), message -> {
                        receiver.received(subscription, message.getSubject(), message.getData());
                        message.ack();
                    });
        }
        Connection publishing = Nats.connect(((NatsServer) server).uri());
        return new NatsSession(consuming, publishing, publishing.jetStream());
    }

    private static ConsumerConfiguration consumer(Work work, int subscription) {
        return ConsumerConfiguration.builder()
                .durable(Work.name(subscription))
                .filterSubject(work.prefix(subscription) + ".>")
                .deliverPolicy(DeliverPolicy.All)
                .ackPolicy(AckPolicy.Explicit)
                .maxAckPending(Work.WINDOW)
                .build();
    }

    private record NatsSession(Connection consuming, Connection publishing, JetStream stream) implements Session {

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            return stream.publishAsync(subject, body);
        }

        @Override
        public void close() {
            try {
                publishing.close();
                consuming.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
