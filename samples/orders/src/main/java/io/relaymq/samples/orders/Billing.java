package io.relaymq.samples.orders;

import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import org.springframework.stereotype.Component;

/** Charges what was placed. When the provider fails, Relay tries again; what fails for good is a dead letter. */
@Component
class Billing {

    private final PaymentProvider provider;
    private final RelayTemplate relay;

    Billing(PaymentProvider provider, RelayTemplate relay) {
        this.provider = provider;
        this.relay = relay;
    }

    @RelayListener(subjects = "orders.*.placed", subscription = "billing", concurrency = "4")
    void charge(Order order) {
        String reference = provider.charge(order);
        // charged, but killed before this delivery was settled: the key makes the second publish one with the first
        relay.message(new Payment(order.id(), reference))
                .subject("orders.{id}.paid", order.id())
                .idempotencyKey("paid-" + order.id())
                .send();
    }
}
