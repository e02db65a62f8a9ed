package io.relaymq.boot.howto;

import static io.relaymq.boot.howto.HowTo.steps;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayHandler;
import io.relaymq.spring.RelayListener;
import org.springframework.messaging.handler.annotation.DestinationVariable;

@RelayListener(subjects = "orders.>", subscription = "shipping")
class Shipping {

    @RelayHandler("orders.{id}.paid")
    void paid(@DestinationVariable long id) {
        steps.add("pack " + id);
    }

    @RelayHandler("orders.{id}.cancelled")
    void cancelled(@DestinationVariable long id) {
        steps.add("unpack " + id);
    }

    @RelayHandler(isDefault = true)
    void other(Delivery delivery) {
        steps.add("ignore " + delivery.subject());
    }
}
