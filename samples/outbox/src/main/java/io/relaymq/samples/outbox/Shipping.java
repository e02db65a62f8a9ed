package io.relaymq.samples.outbox;

import io.relaymq.spring.RelayListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Hears of orders, here or in any other application. */
@Component
public class Shipping {

    private static final Logger log = LoggerFactory.getLogger(Shipping.class);

    private final List<OrderPlaced> toShip = new CopyOnWriteArrayList<>();

    @RelayListener(value = "orders.created", broadcast = "shop", subscription = "shipping")
    void placed(OrderPlaced order) {
        log.info("To ship: {}", order);
        toShip.add(order);
    }

    public List<OrderPlaced> toShip() {
        return List.copyOf(toShip);
    }
}
