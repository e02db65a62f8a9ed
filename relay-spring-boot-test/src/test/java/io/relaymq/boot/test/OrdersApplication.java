package io.relaymq.boot.test;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class OrdersApplication {

    record Order(int id) {}

    interface Ledger {
        void book(int id);
    }
}
