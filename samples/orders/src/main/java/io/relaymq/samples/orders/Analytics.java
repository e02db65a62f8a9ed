package io.relaymq.samples.orders;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayListener;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Counts everything, in batches, from the first message that is still there. */
@RestController
class Analytics {

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    @RelayListener(subjects = "orders.>", subscription = "analytics", startFrom = "earliest")
    void count(List<Delivery> batch) {
        for (Delivery delivery : batch) {
            counts.merge(kind(delivery.subject()), 1L, Long::sum);
        }
    }

    private static String kind(String subject) {
        return subject.substring(subject.lastIndexOf('.') + 1);
    }

    @GetMapping("/analytics")
    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
