package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.spring.RelayTemplate;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** A service connection of Testcontainers is used instead of the embedded server. Skipped without Docker. */
@Testcontainers(disabledWithoutDocker = true)
@SpringBootTest(classes = Applications.Application.class)
class ContainerTest {

    @Container
    @ServiceConnection(name = "redis")
    static final GenericContainer<?> VALKEY = new GenericContainer<>("valkey/valkey:8").withExposedPorts(6379);

    @Autowired
    private RelayTemplate template;

    @Test
    void publishes_to_the_container() {
        assertThat(template.publish("a", 1).id()).matches("\\d+-\\d+");
    }
}
