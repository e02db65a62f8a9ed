package io.relaymq.boot.tutorial;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application of {@code docs/tutorial/first-broadcast.md}, as it stands there. */
@SpringBootApplication
public class Shop {

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }

    record Order(long id, String customer) {}

    @RelayListener(subjects = "orders.*.created", subscription = "billing")
    void bill(Order order) {
        System.out.println("bill " + order);
    }

    @RelayListener(subjects = "orders.>", subscription = "audit")
    void audit(Delivery delivery) {
        System.out.println("audit " + delivery.subject());
    }

    @Bean
    ApplicationRunner publish(RelayTemplate relay) {
        return arguments -> relay.publish("orders.42.created", new Order(42, "Ada"));
    }
}
