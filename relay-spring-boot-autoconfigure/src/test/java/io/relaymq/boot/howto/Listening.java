package io.relaymq.boot.howto;

import static io.relaymq.boot.howto.HowTo.bills;
import static io.relaymq.boot.howto.HowTo.printer;
import static io.relaymq.boot.howto.HowTo.table;

import io.relaymq.boot.howto.HowTo.Order;
import io.relaymq.boot.howto.HowTo.Reading;
import io.relaymq.spring.Acknowledgment;
import io.relaymq.spring.BatchListenerFailedException;
import io.relaymq.spring.RelayListener;
import java.util.List;
import org.springframework.messaging.handler.annotation.DestinationVariable;

class Listening {

    @RelayListener(subjects = "orders.{id}.created", subscription = "billing")
    void bill(Order order, @DestinationVariable long id) {
        bills.add(id + ": " + order.item());
    }

    @RelayListener(subjects = "readings.>", subscription = "store", properties = "batch-size=50")
    void store(List<Reading> readings) {
        for (int i = 0; i < readings.size(); i++) {
            try {
                table.add(readings.get(i));
            } catch (RuntimeException e) {
                throw new BatchListenerFailedException("cannot store a reading", e, i);
            }
        }
    }

    @RelayListener(
            subjects = "print.*",
            subscription = "printer",
            ackMode = "MANUAL",
            properties = "handler-timeout=5m")
    void print(String page, Acknowledgment acknowledgment) {
        printer.print(page, ok -> {
            if (ok) {
                acknowledgment.ack();
            } else {
                acknowledgment.retry();
            }
        });
    }
}
