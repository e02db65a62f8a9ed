package io.relaymq.samples.orders;

import io.relaymq.RejectMessageException;
import io.relaymq.RetryAfterException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** Stands for a payment provider on the other side of the internet: it works, is busy, or is down, as it is told. */
@RestController
class PaymentProvider {

    /** How it does. */
    enum Mode {
        UP,
        BUSY,
        DOWN
    }

    private static final BigDecimal LIMIT = new BigDecimal(10_000);

    private volatile Mode mode = Mode.UP;

    /** {@code curl -X PUT localhost:8080/provider/down}. */
    @PutMapping("/provider/{mode}")
    void become(@PathVariable String mode) {
        this.mode = Mode.valueOf(mode.toUpperCase(Locale.ROOT));
    }

    /** Returns the provider's reference. The order's id makes a second call harmless, as with a real provider. */
    String charge(Order order) {
        return switch (mode) {
            case DOWN -> throw new IllegalStateException("the payment provider is down");
            case BUSY -> throw new RetryAfterException(Duration.ofSeconds(1));
            case UP -> accepted(order);
        };
    }

    private static String accepted(Order order) {
        if (order.amount().compareTo(LIMIT) > 0) {
            throw new RejectMessageException("no card pays " + order.amount());
        }
        return UUID.nameUUIDFromBytes(order.id().getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
