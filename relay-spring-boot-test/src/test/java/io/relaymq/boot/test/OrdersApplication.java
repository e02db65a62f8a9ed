package io.relaymq.boot.test;

import io.relaymq.RejectMessageException;
import io.relaymq.spring.RelayListener;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

@SpringBootApplication
class OrdersApplication {

    record Order(int id) {}

    interface Ledger {
        void book(int id);
    }

    @Service
    static class NotOfTheSlice {}

    @Component
    static class Billing {

        private final Ledger ledger;

        Billing(Ledger ledger) {
            this.ledger = ledger;
        }

        @RelayListener(subjects = "orders.*.created", subscription = "billing", properties = "retry.delay=10ms")
        void bill(Order order) {
            ledger.book(order.id());
        }

        @RelayListener(subjects = "orders.*.refused", subscription = "refusals")
        void refuse(Order order) {
            throw new RejectMessageException("no order " + order.id());
        }
    }
}
