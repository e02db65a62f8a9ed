package io.relaymq.functional;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.relaymq.Relay;
import io.relaymq.RelayOptions;
import io.relaymq.bootstrap.RelayBuilder;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Relays in a namespace of the test's own, and a plain connection beside them. */
public final class Fixture implements AutoCloseable {

    public static final Duration LONG = Duration.ofSeconds(100);

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String namespace = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final List<Relay> relays = new ArrayList<>();
    private final List<RedisClient> clients = new ArrayList<>();

    public Fixture(RedisProcess server) {
        this(server.uri());
    }

    public Fixture(String uri) {
        client = RedisClient.create(uri);
        connection = client.connect();
    }

    public Relay relay() {
        return relay(options -> options);
    }

    public Relay relay(UnaryOperator<RelayOptions> change) {
        return relay(client, change);
    }

    /** As another process would: with a client of its own. */
    public Relay relay(RedisClient client) {
        return relay(client, options -> options);
    }

    public Relay relay(RedisClient client, UnaryOperator<RelayOptions> change) {
        RelayOptions options = change.apply(RelayOptions.defaults().withNamespace(namespace));
        Relay relay = RelayBuilder.forClient(client).options(options).build();
        relays.add(relay);
        return relay;
    }

    /** A Relay that a test made by itself, closed with the fixture. */
    public Relay closing(Relay relay) {
        relays.add(relay);
        return relay;
    }

    /** A client of the test's own, closed with the fixture. */
    public RedisClient newClient(String uri) {
        return newClient(RedisURI.create(uri));
    }

    public RedisClient newClient(RedisURI uri) {
        RedisClient made = RedisClient.create(uri);
        clients.add(made);
        return made;
    }

    public RedisCommands<String, String> redis() {
        return connection.sync();
    }

    /** The server's time, to the millisecond. */
    public long serverMillis() {
        List<String> time = redis().time();
        return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    }

    public String namespace() {
        return namespace;
    }

    public RedisClient client() {
        return client;
    }

    /** A key of broadcast {@code events}. */
    public String key(String name) {
        return "relay:{" + namespace + ":events}:" + name;
    }

    @Override
    public void close() {
        relays.forEach(relay -> relay.close(Duration.ofSeconds(5)));
        connection.close();
        clients.forEach(one -> one.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
