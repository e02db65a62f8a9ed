package io.relaymq.boot.application;

import io.relaymq.Relay;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayOperations;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with a main method that ends, for a process of its own: its listener keeps that alive. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class SlimApplication {

    private static final Logger log = LoggerFactory.getLogger(SlimApplication.class);

    @RelayListener("greetings.*")
    void greeted(String greeting) {
        log.info("RECEIVED {}", greeting);
    }

    public static void main(String[] arguments) {
        ConfigurableApplicationContext context = SpringApplication.run(SlimApplication.class, arguments);
        context.getBean(Relay.class).workers().forEach(worker -> worker.awaitReady(Duration.ofSeconds(30)));
        context.getBean(RelayOperations.class).publish("greetings.first", "hello");
    }
}
