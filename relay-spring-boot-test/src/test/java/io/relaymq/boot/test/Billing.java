package io.relaymq.boot.test;

import io.relaymq.RejectMessageException;
import io.relaymq.boot.test.OrdersApplication.Ledger;
import io.relaymq.boot.test.OrdersApplication.Order;
import io.relaymq.spring.RelayListener;
import jakarta.validation.Valid;
import org.springframework.stereotype.Component;

@Component
class Billing {

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

    @RelayListener(broadcast = "audit", subjects = "orders.*.created", subscription = "auditing")
    void audit(@Valid Order order) {
        ledger.book(order.id());
    }
}
