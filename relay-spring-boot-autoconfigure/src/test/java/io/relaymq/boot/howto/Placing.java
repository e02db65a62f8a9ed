package io.relaymq.boot.howto;

import static io.relaymq.boot.howto.HowTo.orders;

import io.relaymq.boot.howto.HowTo.Order;
import io.relaymq.spring.RelayOperations;
import org.springframework.transaction.annotation.Transactional;

class Placing {

    private final RelayOperations relay;

    Placing(RelayOperations relay) {
        this.relay = relay;
    }

    @Transactional
    public void place(Order order) {
        orders.add(order);
        relay.message(order).subject("orders.{id}.created", order.id()).sendAfterCommit();
    }
}
