package io.relaymq.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import io.relaymq.embedded.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Spring Boot finds out by the image's name that a container is a Valkey. What runs is no container, so that Docker is not needed. */
@RelayTest
class ServiceConnectionTest {

    private static final RedisProcess SERVER = RedisProcess.builder().start();

    /** As far as Spring Boot asks it. */
    static final class Pretended extends GenericContainer<Pretended> {

        Pretended() {
            super(DockerImageName.parse("valkey/valkey:8"));
        }

        @Override
        public String getDockerImageName() {
            return "valkey/valkey:8";
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public String getHost() {
            return SERVER.host();
        }

        @Override
        public Integer getMappedPort(int port) {
            assertThat(port).isEqualTo(6379);
            return SERVER.port();
        }
    }

    @ServiceConnection
    static final Pretended VALKEY = new Pretended();

    @MockitoBean
    Ledger ledger;

    @AfterAll
    static void stopServer() {
        SERVER.close();
    }

    @Test
    void the_image_of_valkey_is_known_without_a_name(
            @Autowired RelayScenario scenario, @Autowired DataRedisConnectionDetails connection) {
        assertThat(connection.getStandalone()).extracting(Standalone::getPort).isEqualTo(SERVER.port());
        scenario.publish("orders.1.created", new Order(1))
                .forSubscription("billing")
                .toBeHandled();
    }
}
