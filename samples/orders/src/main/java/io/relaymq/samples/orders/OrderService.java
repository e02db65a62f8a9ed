package io.relaymq.samples.orders;

import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.stereotype.Service;

/** Knows the orders, publishes that one was placed, and hears what became of it. */
@Service
class OrderService {

    /** Where an order stands: the last thing heard of it. */
    record Standing(Order order, String state) {}

    private final RelayTemplate relay;
    private final Map<String, Standing> standings = new ConcurrentHashMap<>();

    OrderService(RelayTemplate relay) {
        this.relay = relay;
    }

    Order place(String customer, BigDecimal amount) {
        Order order = new Order(UUID.randomUUID().toString().substring(0, 8), customer, amount);
        standings.put(order.id(), new Standing(order, "placed"));
        relay.publish("orders." + order.id() + ".placed", order);
        return order;
    }

    @Nullable
    Standing standing(String id) {
        return standings.get(id);
    }

    @RelayListener(
            subjects = {"orders.{id}.{state}", "!orders.*.placed"},
            subscription = "order-state")
    void heard(@DestinationVariable String id, @DestinationVariable String state) {
        standings.computeIfPresent(id, (key, before) -> new Standing(before.order(), state));
    }
}
