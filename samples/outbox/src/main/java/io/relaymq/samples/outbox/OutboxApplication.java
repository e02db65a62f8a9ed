package io.relaymq.samples.outbox;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** {@code mvn -q -Dmaven.test.skip -pl samples/outbox -am spring-boot:run}. */
@SpringBootApplication
public class OutboxApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(OutboxApplication.class, arguments)
                .getBean(Orders.class)
                .place(1, "tea");
    }
}
