package io.relaymq.campaign;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.relaymq.Relay;
import io.relaymq.Subscriptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.FaultyLink;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.embedded.RedisProcessBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One server, a link, publishers and consumers: what a fault can strike. */
final class Rig implements AutoCloseable {

    private static final long NUMBERS_OF_A_PUBLISHER = 1_000_000;

    final Random random;
    final RedisProcess server;
    final FaultyLink link;
    final List<Child> consumers = new ArrayList<>();
    final List<Child> publishers = new ArrayList<>();
    final Relay relay;

    /** When something was done that can make Redis itself lose, by the wall clock. */
    long struckAt;

    private final Path directory;
    private final Setup setup;
    private final Plan plan;
    private final RedisClient client;
    private final List<Child> all = new ArrayList<>();
    private long overAt;

    Rig(Path directory, Setup setup, Plan plan, long seed) {
        this.directory = directory;
        this.setup = setup;
        this.plan = plan;
        this.random = new Random(seed);
        RedisProcessBuilder builder = RedisProcess.builder();
        if (setup.fsync() != null) {
            builder.appendOnly(setup.fsync());
        }
        server = builder.start();
        link = FaultyLink.to(server);
        client = RedisClient.create(server.uri());
        relay = RelayBuilder.forClient(client)
                .options(Setup.relay(setup.maxMessages()))
                .build();
    }

    void startConsumers() {
        for (int i = 0; i < setup.consumers(); i++) {
            consumers.add(newConsumer());
        }
        consumers.forEach(Child::awaitReady);
    }

    /** In the place of one that has ended; not yet ready. */
    Child replace(int consumer) {
        consumers.set(consumer, newConsumer());
        return consumers.get(consumer);
    }

    private Child newConsumer() {
        return child(
                "consumer",
                CampaignConsumer.class,
                uri(),
                setup.maxMessages(),
                setup.handlerMillis(),
                setup.timeoutMillis());
    }

    void startPublisher() {
        Child publisher = child(
                "publisher",
                CampaignPublisher.class,
                uri(),
                setup.maxMessages(),
                publishers.size() * NUMBERS_OF_A_PUBLISHER,
                random.nextLong(),
                plan.perSecond());
        publishers.add(publisher.awaitReady());
    }

    private Child child(String role, Class<?> main, Object... arguments) {
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(argument.toString());
        }
        Child child = new Child(directory, role + "-" + (all.size() + 1), main, texts);
        all.add(child);
        return child;
    }

    /** All that ever ran. */
    List<Child> children() {
        return all;
    }

    Child publisher() {
        return publishers.get(publishers.size() - 1);
    }

    int anyConsumer() {
        return random.nextInt(consumers.size());
    }

    /** A part of the time that the load is to last, for a fault that has no length of its own. */
    long faultMillis() {
        return plan.seconds() * 400L;
    }

    /** From now on it should recover; without this call, when the fault returns. */
    void over() {
        overAt = System.currentTimeMillis();
    }

    long overAt() {
        return overAt;
    }

    Subscriptions subscriptions() {
        return relay.broadcast(Setup.BROADCAST).subscriptions();
    }

    static String key(String name) {
        return "relay:{" + Setup.NAMESPACE + ":" + Setup.BROADCAST + "}:" + name;
    }

    /** Straight to the server, past the link. */
    void onServer(ServerCall call) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            call.run(connection.sync());
        }
    }

    /** Something to ask the server. */
    interface ServerCall {
        void run(RedisCommands<String, String> redis);
    }

    private String uri() {
        return setup.linked() ? link.uri() : server.uri();
    }

    @Override
    public void close() {
        all.forEach(Child::close);
        relay.close(Duration.ZERO);
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        link.close();
        server.close();
    }
}
