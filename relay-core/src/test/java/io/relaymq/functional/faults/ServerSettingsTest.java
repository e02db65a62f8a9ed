package io.relaymq.functional.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisURI;
import io.relaymq.Relay;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.LoggedTrouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that is set to forget messages is spoken of; nothing else is changed by it. */
class ServerSettingsTest {

    RedisProcess server;
    Fixture fixture;

    @BeforeEach
    void open() {
        server = RedisProcess.builder().start();
        fixture = new Fixture(server);
    }

    @AfterEach
    void close() {
        fixture.close();
        server.close();
    }

    @Test
    void an_eviction_policy_that_deletes_messages_is_warned_of_once_and_can_be_asked_for() {
        fixture.redis().configSet("maxmemory-policy", "allkeys-lru");
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            Relay relay = fixture.relay();

            await().atMost(Fixture.LONG).until(() -> !relay.warnings().isEmpty());
            assertThat(relay.warnings())
                    .singleElement()
                    .asString()
                    .contains("allkeys-lru", "noeviction", "messages are lost");
            assertThat(relay.broadcast("events").publish("a", "x").id()).isNotEmpty();
            fixture.redis().configSet("maxmemory-policy", "noeviction");
            fixture.redis().clientKill(KillArgs.Builder.typeNormal().skipme());

            await().atMost(Fixture.LONG).until(() -> relay.warnings().isEmpty());
            assertThat(trouble.warnings())
                    .filteredOn(line -> line.contains("maxmemory-policy"))
                    .hasSize(1);
        }
    }

    @Test
    void a_policy_for_keys_that_expire_endangers_idempotency_only() {
        fixture.redis().configSet("maxmemory-policy", "volatile-ttl");
        Relay relay = fixture.relay();

        await().atMost(Fixture.LONG).until(() -> !relay.warnings().isEmpty());

        assertThat(relay.warnings()).singleElement().asString().contains("idempotency keys");
    }

    @Test
    void where_the_server_does_not_tell_nothing_is_known_and_nothing_is_said() {
        fixture.redis().configSet("maxmemory-policy", "allkeys-lru");
        AclSetuserArgs withoutInfo = AclSetuserArgs.Builder.on()
                .addPassword("pw")
                .keyPattern("relay:*")
                .allCommands()
                .removeCategory(AclCategory.DANGEROUS)
                .removeCategory(AclCategory.ADMIN);
        fixture.redis().aclSetuser("relay", withoutInfo);
        RedisURI uri = RedisURI.builder(RedisURI.create(server.uri()))
                .withAuthentication("relay", "pw")
                .build();
        try (LoggedTrouble trouble = new LoggedTrouble()) {
            Relay relay = fixture.relay(fixture.newClient(uri));

            relay.broadcast("events").publish("a", "x");

            assertThat(relay.warnings()).isEmpty();
            assertThat(trouble.warnings()).isEmpty();
        }
    }
}
