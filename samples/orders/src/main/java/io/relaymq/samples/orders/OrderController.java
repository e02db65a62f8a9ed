package io.relaymq.samples.orders;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders, and tells where one stands. */
@RestController
class OrderController {

    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    /** What a client sends. */
    record Request(@Nullable String customer, @Nullable BigDecimal amount) {}

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Order place(@RequestBody Request request) {
        if (request.customer() == null
                || request.amount() == null
                || request.amount().signum() <= 0) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "Give a 'customer' and an 'amount' above 0.");
        }
        return orders.place(request.customer(), request.amount());
    }

    @GetMapping("/orders/{id}")
    OrderService.Standing standing(@PathVariable String id) {
        OrderService.Standing standing = orders.standing(id);
        if (standing == null) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order '" + id + "'.");
        }
        return standing;
    }
}
