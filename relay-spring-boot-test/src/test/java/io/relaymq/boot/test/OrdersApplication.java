package io.relaymq.boot.test;

import jakarta.validation.constraints.Positive;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class OrdersApplication {

    record Order(@Positive int id) {}

    interface Ledger {
        void book(int id);
    }
}
