package io.relaymq.samples.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Four services of a shop in one application; each could be one of its own. */
@SpringBootApplication
public class OrdersApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments);
    }
}
