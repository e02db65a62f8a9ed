package io.relaymq.spring.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.relaymq.Delivery;
import java.util.Objects;

/** One run of a handler. A tracer reads the headers of the message. */
public final class RelayProcessContext extends ReceiverContext<Delivery> {

    private final Delivery delivery;

    RelayProcessContext(Delivery delivery) {
        super((from, name) -> Objects.requireNonNull(from).headers().get(name), Kind.CONSUMER);
        this.delivery = delivery;
        setCarrier(delivery);
        setRemoteServiceName("redis");
    }

    /** What the handler is given. */
    public Delivery delivery() {
        return delivery;
    }
}
