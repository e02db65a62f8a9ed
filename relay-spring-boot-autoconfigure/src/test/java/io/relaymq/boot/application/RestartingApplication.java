package io.relaymq.boot.application;

import io.relaymq.BroadcastWorker;
import io.relaymq.Relay;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayOperations;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.devtools.restart.Restarter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that DevTools restarts once, in the midst of its messages, with its classes loaded anew. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class RestartingApplication {

    static final int MESSAGES = 50;

    private static final Logger log = LoggerFactory.getLogger(RestartingApplication.class);

    record Greeting(int number) {}

    @RelayListener(value = "greetings.*", subscription = "greetings")
    void greeted(Greeting greeting) {
        log.info("RECEIVED {}.", greeting.number());
    }

    public static void main(String[] arguments) {
        ConfigurableApplicationContext context = SpringApplication.run(RestartingApplication.class, arguments);
        int starts = Integer.getInteger("starts", 0) + 1;
        System.setProperty("starts", String.valueOf(starts));
        for (BroadcastWorker worker : context.getBean(Relay.class).workers()) {
            worker.awaitReady(Duration.ofSeconds(30));
        }
        log.info("LOADED by {}", Greeting.class.getClassLoader().getClass().getSimpleName());
        if (starts == 1) {
            for (int number = 1; number <= MESSAGES; number++) {
                context.getBean(RelayOperations.class).publish("greetings.a", new Greeting(number));
            }
            new Thread(() -> Restarter.getInstance().restart()).start();
        } else {
            Thread.getAllStackTraces()
                    .keySet()
                    .forEach(thread -> log.info("THREAD {} of {}.", thread.getName(), thread.getContextClassLoader()));
            log.info("RESTARTED");
        }
    }
}
