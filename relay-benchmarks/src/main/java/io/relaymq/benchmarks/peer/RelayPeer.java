package io.relaymq.benchmarks.peer;

import io.lettuce.core.RedisClient;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.WorkerOptions;
import io.relaymq.benchmarks.load.Receiver;
import io.relaymq.benchmarks.load.Session;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Server;
import io.relaymq.bootstrap.RelayBuilder;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Relay with its defaults. */
final class RelayPeer implements OnRedis {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "relay";
    }

    @Override
    public Session open(Server server, Durability durability, Work work, Receiver receiver) {
        RedisClient client = RedisClient.create(OnRedis.uri(server));
        Relay relay = RelayBuilder.forClient(client)
                .options(RelayOptions.defaults().withMaxMessages(Work.LOG))
                .build();
        Broadcast broadcast = relay.broadcast("events");
        for (int i = 0; i < work.subscriptions(); i++) {
            int subscription = i;
            broadcast.subscribe(
                    WorkerOptions.of(Work.name(i), work.prefix(i) + ".>").build(),
                    delivery -> receiver.received(subscription, delivery.subject(), delivery.data()));
        }
        relay.workers().forEach(RelayPeer::requireReady);
        return new RelaySession(client, relay, broadcast);
    }

    private static void requireReady(BroadcastWorker worker) {
        if (!worker.awaitReady(LIMIT)) {
            throw new IllegalStateException("Not joined: " + worker.status());
        }
    }

    private record RelaySession(RedisClient client, Relay relay, Broadcast broadcast) implements Session {

        @Override
        public CompletionStage<?> publish(String subject, byte[] body) {
            return broadcast.publishAsync(Message.of(subject, body));
        }

        @Override
        public void close() {
            relay.close();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
