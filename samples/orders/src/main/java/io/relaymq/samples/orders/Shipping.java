package io.relaymq.samples.orders;

import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import org.springframework.stereotype.Component;

/** Sends what was paid. It knows nothing of billing, only of what billing says. */
@Component
class Shipping {

    private final RelayTemplate relay;

    Shipping(RelayTemplate relay) {
        this.relay = relay;
    }

    @RelayListener(subjects = "orders.*.paid", subscription = "shipping")
    void send(Payment payment) {
        Parcel parcel = new Parcel(payment.orderId(), "TRACK-" + payment.orderId());
        relay.message(parcel)
                .subject("orders.{id}.shipped", payment.orderId())
                .idempotencyKey("shipped-" + payment.orderId())
                .send();
    }
}
