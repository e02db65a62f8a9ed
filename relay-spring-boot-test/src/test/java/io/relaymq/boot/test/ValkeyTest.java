package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** Listeners on a Valkey in a container. Skipped without Docker. */
@RelayTest
@Testcontainers(disabledWithoutDocker = true)
class ValkeyTest {

    @Container
    @ServiceConnection
    static final GenericContainer<?> VALKEY = new GenericContainer<>("valkey/valkey:8").withExposedPorts(6379);

    @MockitoBean
    Ledger ledger;

    @Test
    void a_listener_handles_on_valkey(
            @Autowired RelayScenario scenario, @Autowired DataRedisConnectionDetails connection) {
        assertThat(connection.getStandalone()).extracting(Standalone::getPort).isEqualTo(VALKEY.getMappedPort(6379));
        scenario.publish("orders.1.created", new Order(1))
                .forSubscription("billing")
                .toBeHandled();
    }
}
